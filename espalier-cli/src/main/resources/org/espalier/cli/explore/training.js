import { get } from './api.js';
import { CHARTS, Chart } from './charts.js';
import { byId, coloured, complain, element, whenSchemeChanges } from './dom.js';
import { readHash, writeHash } from './hash.js';
import { counted, duration } from './numbers.js';

const EVERY = 2000;
const MOST_AT_FIRST = 4;
/** Colours of lines, which colour-blind readers can distinguish. */
const COLOURS = ['#1f7fc4', '#d9511c', '#0b9a72', '#d08700', '#c2679b', '#8f6bd1', '#2ba3b8', '#8a8a1f'];

/** A run whose curves are shown, with the lines read so far. */
class Followed {
  lines = [];
  next = 0;
  done = false;
  settings = {};
  eta = null;
  problem = null;

  constructor(run, colour) {
    this.id = run.id;
    this.name = run.name;
    this.colour = colour;
  }

  /** Reads the new lines. Returns whether there were any. */
  async read() {
    let news = false;
    for (let more = true; more && !this.done; ) {
      const answer = await get(`/api/training?id=${encodeURIComponent(this.id)}&from=${this.next}`);
      if (answer.restarted) {
        this.lines = [];
      }
      more = answer.lines.length > 0;
      news ||= more || answer.done || Boolean(answer.restarted);
      this.next = answer.next;
      this.lines.push(...answer.lines);
      this.done = answer.done;
      this.settings = answer.settings ?? {};
      this.eta = answer.etaSeconds ?? null;
    }
    return news;
  }

  get status() {
    if (this.lines.length === 0) {
      return 'no steps yet';
    }
    const { step } = this.lines.at(-1);
    if (this.done) {
      return `ended after ${counted(step, 'step')}`;
    }
    return `step ${step.toLocaleString('en')}${this.eta === null ? '' : `, about ${duration(this.eta)} left`}`;
  }
}

const followed = new Map();
let trainings = [];
let charts = [];
const view = { runs: [], smoothing: 0.9, logarithmic: false, filter: '' };

function remember() {
  writeHash({
    runs: view.runs.join('|'), smoothing: view.smoothing, log: view.logarithmic ? '1' : '', filter: view.filter
  });
}

function recall() {
  const hash = readHash();
  const known = (hash.runs ?? '').split('|').filter((name) => trainings.some((run) => run.name === name));
  view.runs = hash.runs === undefined ? trainings.slice(-MOST_AT_FIRST).map((run) => run.name) : known;
  view.smoothing = Number(hash.smoothing) >= 0 && Number(hash.smoothing) < 1 ? Number(hash.smoothing) : 0.9;
  view.logarithmic = hash.log === '1';
  view.filter = hash.filter ?? '';
  byId('smoothing').value = view.smoothing;
  byId('logarithmic').checked = view.logarithmic;
  byId('filter').value = view.filter;
}

/** Assigns colours. A run keeps its colour while it is selected. */
function follow() {
  for (const id of [...followed.keys()]) {
    if (!trainings.some((run) => run.id === id && view.runs.includes(run.name))) {
      followed.delete(id);
    }
  }
  for (const run of trainings) {
    if (view.runs.includes(run.name) && !followed.has(run.id)) {
      const taken = [...followed.values()].map((one) => one.colour);
      const colour = COLOURS.find((one) => !taken.includes(one)) ?? COLOURS[followed.size % COLOURS.length];
      followed.set(run.id, new Followed(run, colour));
    }
  }
}

async function read() {
  await Promise.all([...followed.values()].filter((run) => !run.done).map(async (run) => {
    if (await news(run)) {
      showStatus();
      plot();
    }
  }));
}

/** Reads the new lines of a run. Returns whether there is something new to show, including a problem. */
async function news(run) {
  const before = run.problem;
  try {
    const fresh = await run.read();
    run.problem = null;
    return fresh || before !== null;
  } catch (failure) {
    run.problem = failure.message;
    return before !== failure.message;
  }
}

function plot() {
  const runs = [...followed.values()];
  charts.forEach((chart) => chart.show(runs, view));
}

function showRuns() {
  const words = view.filter.toLowerCase();
  byId('runs').replaceChildren(...trainings.filter((run) => run.name.toLowerCase().includes(words)).map((run) => {
    const box = element('input', { type: 'checkbox', value: run.name, checked: view.runs.includes(run.name), onchange: chosen });
    return element('li', { 'data-run': run.id }, element('label', {}, box,
      element('span', {}, run.name, element('span', { class: 'status' }))));
  }));
  showStatus();
}

function showStatus() {
  for (const item of byId('runs').children) {
    const run = followed.get(item.dataset.run);
    const status = item.querySelector('.status');
    coloured(item, run?.colour ?? 'var(--faint)');
    status.replaceChildren();
    if (run !== undefined) {
      const live = !run.done && run.problem === null && run.lines.length > 0;
      status.append(live ? element('span', { class: 'live' }, 'training · ') : '', run.problem ?? run.status);
      status.title = Object.entries(run.settings).map(([name, value]) => `${name}: ${value}`).join('\n');
    }
  }
}

function chosen({ target }) {
  view.runs = target.checked ? [...view.runs, target.value] : view.runs.filter((name) => name !== target.value);
  remember();
  follow();
  showStatus();
  plot();
  read();
}

function listen() {
  byId('smoothing').addEventListener('input', ({ target }) => {
    view.smoothing = Number(target.value);
    remember();
    plot();
  });
  byId('logarithmic').addEventListener('change', ({ target }) => {
    view.logarithmic = target.checked;
    remember();
    plot();
  });
  byId('filter').addEventListener('input', ({ target }) => {
    view.filter = target.value;
    remember();
    showRuns();
  });
  addEventListener('hashchange', () => {
    recall();
    follow();
    showRuns();
    plot();
    read();
  });
  addEventListener('resize', () => charts.forEach((chart) => chart.resize()));
  whenSchemeChanges(plot);
}

/** Polls some time after the last answer, so that slow answers do not accumulate; not while the page is hidden. */
async function keepReading() {
  if (!document.hidden) {
    await read();
  }
  setTimeout(keepReading, EVERY);
}

async function start() {
  try {
    ({ trainings } = await get('/api/state'));
  } catch (failure) {
    complain(byId('problem'), failure.message);
    return;
  }
  if (trainings.length === 0) {
    complain(byId('problem'), 'no training to show: start espalier serve with --run DIR');
    return;
  }
  byId('shown').hidden = false;
  charts = CHARTS.map((settings) => new Chart(byId('charts'), settings));
  listen();
  recall();
  follow();
  showRuns();
  await keepReading();
}

start();
