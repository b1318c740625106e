import { Cancelled, Refused } from './api.js';

/** Runs Graphviz in a web worker, created at the first use. One request at a time; a new request ends the previous one. */
let worker = null;
let waiting = null;
let number = 0;

function stop() {
  worker?.terminate();
  worker = null;
}

/** Returns the layout of a graph in an output format of Graphviz, as text. */
export function layOut(dot, format) {
  cancelLayout();
  if (worker === null) {
    worker = new Worker('/static/layout-worker.js', { type: 'module' });
    worker.addEventListener('message', ({ data }) => settle(data));
    worker.addEventListener('error', () => {
      settle({ number, problem: 'the layout of the graph could not be started' });
      stop();
    });
  }
  number++;
  return new Promise((resolve, reject) => {
    waiting = { resolve, reject };
    worker.postMessage({ number, dot, format });
  });
}

function settle(data) {
  if (waiting === null || data.number !== number) {
    return;
  }
  const { resolve, reject } = waiting;
  waiting = null;
  if (data.problem === undefined) {
    resolve(data.laidOut);
  } else {
    reject(new Refused(data.problem));
  }
}

/** Terminates the worker, since Graphviz cannot be interrupted. */
export function cancelLayout() {
  if (waiting !== null) {
    waiting.reject(new Cancelled());
    waiting = null;
    stop();
  }
}
