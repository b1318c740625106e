import { Cancelled, Refused } from './api.js';

/** Graphviz in a worker of its own, made when it is first needed. One question at a time; a new one ends the old. */
let worker = null;
let waiting = null;
let number = 0;

function stop() {
  worker?.terminate();
  worker = null;
}

/** The layout of a graph in a format of Graphviz, as text. */
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

/** Graphviz cannot be interrupted, so its worker is ended. */
export function cancelLayout() {
  if (waiting !== null) {
    waiting.reject(new Cancelled());
    waiting = null;
    stop();
  }
}
