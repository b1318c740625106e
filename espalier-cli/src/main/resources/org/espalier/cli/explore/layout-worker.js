import { instance } from '/static/viz.js';

const viz = instance();

/** Lays out a graph, which may take seconds. The answer carries the number of the request. */
addEventListener('message', async ({ data: { number, dot, format } }) => {
  try {
    postMessage({ number, laidOut: (await viz).renderString(dot, { format, engine: 'dot' }) });
  } catch (failure) {
    postMessage({ number, problem: String(failure.message ?? failure).split('\n')[0] });
  }
});
