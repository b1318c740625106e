import { Cancelled, Lane, get } from './api.js';
import { Cards } from './cards.js';
import { colourOfSampler, coloursOf } from './colours.js';
import { byId, choose, coloured, complain, element } from './dom.js';
import { readHash, writeHash } from './hash.js';
import { cancelLayout } from './layout.js';
import { measureTable } from './measures.js';
import { counted, whole } from './numbers.js';
import { graphPlan, gridPlan } from './plan.js';
import { Stepper } from './stepper.js';
import { press, stringList } from './strings.js';
import { isolated } from './symbols.js';

const MOST_COMPARED = 4;
/** Larger lattices are easier to read on the grid of positions, which is then the default. */
const MOST_STATES_AS_GRAPH = 30;
const LEGENDS = {
  q: ['Wider and darker arcs have a higher probability under the ', 'sampler', '.'],
  posterior: ['Wider and darker arcs have a higher probability under the ', 'posterior', ' of the scorer.'],
  difference: ['', 'Orange', ': the sampler uses the arc too often. ', 'Blue', ': too rarely. Pale: q and p agree.']
};

const pairLane = new Lane('pair');
const inferLane = new Lane('infer');
const stepper = new Stepper(walked);
const cards = new Cards((arc) => stepper.take(arc));

let state = null;
let group = null;
let pair = null;
let plans = {};
let answers = new Map();
let colours = new Map();
/** Is incremented by each new round of requests to the samplers, which ends the previous round. */
let round = 0;
/** The state of the page, as in its address. */
const view = { x: '', y: '', runs: [], mode: 'q', layout: '', samples: 64, refine: 0, seed: 1, path: [], at: 0 };

const question = () => ({ group: group.id, x: view.x, y: view.y });
const chosenRuns = () => group.runs.filter((run) => view.runs.includes(run.name));

function remember() {
  writeHash({
    model: group.name, x: view.x, y: view.y, samplers: view.runs.join('|'), shade: view.mode, layout: view.layout,
    draws: view.samples, refine: view.refine === 0 ? '' : view.refine, seed: view.seed, path: view.path.join('.'), at: view.at === 0 ? '' : view.at
  });
}

function recall() {
  const hash = readHash();
  const named = state.groups.find((one) => one.name === hash.model);
  enter(named ?? state.groups[0]);
  const first = group.examples[0] ?? { x: '', y: '' };
  view.x = hash.x ?? first.x;
  view.y = hash.x === undefined ? first.y : hash.y ?? '';
  if (hash.samplers !== undefined) {
    view.runs = hash.samplers.split('|').filter((name) => group.runs.some((run) => run.name === name));
  }
  view.mode = hash.shade in LEGENDS ? hash.shade : 'q';
  view.layout = ['graph', 'grid'].includes(hash.layout) ? hash.layout : '';
  view.samples = [...byId('samples').options].some((option) => option.value === hash.draws) ? Number(hash.draws) : 64;
  view.refine = /^(\d|1[0-5])$/.test(hash.refine) ? Number(hash.refine) : 0;
  view.seed = /^\d{1,9}$/.test(hash.seed) ? Number(hash.seed) : 1;
  view.path = /^\d+(\.\d+)*$/.test(hash.path) ? hash.path.split('.').map(Number) : [];
  view.at = Number(hash.at) || 0;
}

/** Selects a group. At first its last two samplers are compared. */
function enter(next) {
  group = next;
  colours = new Map();
  const trained = group.runs.filter((run) => run.name !== 'scorer');
  view.runs = (trained.length > 0 ? trained : group.runs).slice(-2).map((run) => run.name);
  byId('group').value = group.id;
  byId('hint').textContent = group.hint;
  byId('examples').replaceChildren(element('option', { value: '' }, 'choose …'), ...group.examples.map(({ x, y }, k) =>
    element('option', { value: k }, `${isolated(x)} → ${isolated(y)}`)));
  byId('samplers').replaceChildren(...group.runs.map((run) => {
    const title = `${run.label ?? run.sampler} after ${counted(run.step, 'step')}`;
    const settings = { type: 'button', class: 'who', value: run.name, title, onclick: () => toggle(run) };
    return element('button', settings, run.name);
  }));
}

function showControls() {
  byId('x').value = view.x;
  byId('y').value = view.y;
  byId('samples').value = String(view.samples);
  byId('refine').value = view.refine;
  byId('seed').value = view.seed;
  choose(byId('mode'), view.mode);
  colours = coloursOf(chosenRuns(), colours);
  group.runs.forEach((run, k) => {
    const button = byId('samplers').children[k];
    button.setAttribute('aria-pressed', String(view.runs.includes(run.name)));
    coloured(button, colours.get(run.id) ?? colourOfSampler(run));
  });
  byId('legend').replaceChildren(...LEGENDS[view.mode].map((part, k) =>
    (k % 2 === 0 ? part : element('b', { class: part.toLowerCase() }, part))));
}

function working(what) {
  byId('work').hidden = what === null;
  byId('doing').textContent = what ?? '';
  document.body.setAttribute('aria-busy', String(what !== null));
}

function cancel() {
  round++;
  pairLane.cancel();
  inferLane.cancel();
  cancelLayout();
  stepper.cancel();
  working(null);
}

/** Requests and draws the lattice of the pair, then queries the samplers. */
async function draw() {
  cancel();
  complain(byId('pair-problem'), null);
  remember();
  showControls();
  try {
    working('building the lattice …');
    const built = await pairLane.ask('/api/pair', question());
    pair = built;
    plans = {};
    answers = new Map();
    stepper.open(pair, question(), view.path, view.at);
    const paths = `${whole(pair.paths)} path${pair.paths === '1' ? '' : 's'}`;
    byId('facts').textContent = `${counted(pair.states.length, 'state')}, ${counted(pair.arcs.length, 'arc')}, ${paths}`;
    showAll(true);
    await lay();
  } catch (failure) {
    failed(failure, byId('pair-problem'));
    if (!(failure instanceof Cancelled)) {
      showAll(false);
    }
    return;
  }
  await compare();
}

function showAll(drawn) {
  byId('tools').hidden = !drawn;
  byId('lattices').hidden = !drawn;
  // A machine without runs has no samplers to step through or compare.
  byId('stepper').hidden = !drawn || group.runs.length === 0;
  for (const part of document.querySelectorAll('.of-samplers')) {
    part.hidden = group.runs.length === 0;
  }
  for (const id of ['comparison', 'strings']) {
    byId(id).hidden = true;
  }
}

function failed(failure, place) {
  working(null);
  if (!(failure instanceof Cancelled)) {
    complain(place, failure.message);
  }
}

/** Draws small lattices as graphs and others on the grid, unless the user chose a layout that is possible. */
async function lay() {
  complain(byId('layout-problem'), null);
  const wished = view.layout || (pair.states.length <= MOST_STATES_AS_GRAPH || !pair.grid ? 'graph' : 'grid');
  const graph = pair.layout === 'viz' && wished === 'graph';
  byId('layout').querySelector('[value=graph]').disabled = pair.layout !== 'viz';
  byId('layout').querySelector('[value=grid]').disabled = !pair.grid;
  choose(byId('layout'), graph ? 'graph' : 'grid');
  cards.compare(chosenRuns(), colours);
  working(graph ? 'laying out the graph …' : 'laying out the grid …');
  try {
    const shown = pair;
    const plan = graph ? (plans.graph ??= await graphPlan(pair)) : (plans.grid ??= gridPlan(pair));
    if (shown === pair) {
      cards.open(pair, plan);
      cards.walk(stepper.path, stepper.at, stepper.state);
    }
  } catch (failure) {
    failed(failure, byId('layout-problem'));
  }
}

/** Queries each selected sampler that has not answered yet, one after another. */
async function compare() {
  remember();
  showControls();
  const runs = chosenRuns();
  cards.compare(runs, colours);
  cards.shadeBy(view.mode);
  cards.answered(answers);
  const stepped = stepper.compare(runs, colours);
  const mine = ++round;
  showAnswers();
  for (const run of runs) {
    if (!answers.has(run.id) && mine === round) {
      await infer(run, mine);
    }
  }
  await stepped;
  if (mine === round) {
    working(null);
  }
}

async function infer(run, mine) {
  working(`${run.name} draws ${view.samples} samples …`);
  try {
    cards.failed(run, null);
    const { samples, refine, seed } = view;
    const answer = await inferLane.ask('/api/infer', { ...question(), run: run.id, samples, refine, seed });
    if (mine === round) {
      answers.set(run.id, answer);
      cards.answered(answers);
      showAnswers();
    }
  } catch (failure) {
    if (!(failure instanceof Cancelled)) {
      cards.failed(run, failure.message);
    }
  }
}

function showAnswers() {
  const known = chosenRuns().filter((run) => answers.has(run.id));
  byId('comparison').hidden = known.length === 0;
  byId('strings').hidden = known.length === 0;
  byId('measures').replaceChildren(measureTable(known, colours, answers));
  byId('lists').replaceChildren(...known.map((run) =>
    stringList(pair, run, colours.get(run.id), answers.get(run.id), (one) => stepper.follow(one.arcs))));
  press(byId('lists'), stepper.path);
}

function walked() {
  view.path = stepper.path;
  view.at = stepper.at;
  cards.walk(stepper.path, stepper.at, stepper.state);
  press(byId('lists'), stepper.path);
  remember();
}

function toggle(run) {
  const chosen = view.runs.includes(run.name);
  view.runs = chosen ? view.runs.filter((name) => name !== run.name) : [...view.runs, run.name].slice(-MOST_COMPARED);
  compare();
}

function fresh() {
  view.path = [];
  view.at = 0;
}

function listen() {
  byId('pair').addEventListener('submit', (event) => {
    event.preventDefault();
    view.x = byId('x').value;
    view.y = byId('y').value;
    fresh();
    draw();
  });
  byId('group').addEventListener('change', (event) => {
    enter(state.groups.find((one) => one.id === event.target.value));
    const first = group.examples[0] ?? { x: '', y: '' };
    Object.assign(view, { x: first.x, y: first.y });
    fresh();
    draw();
  });
  byId('examples').addEventListener('change', (event) => {
    const example = group.examples[Number(event.target.value)];
    event.target.value = '';
    if (example !== undefined) {
      Object.assign(view, { x: example.x, y: example.y });
      fresh();
      draw();
    }
  });
  byId('mode').addEventListener('click', ({ target }) => {
    if (target.value) {
      view.mode = target.value;
      remember();
      showControls();
      cards.shadeBy(view.mode);
    }
  });
  byId('layout').addEventListener('click', async ({ target }) => {
    if (target.value) {
      view.layout = target.value;
      remember();
      await lay();
      working(null);
    }
  });
  for (const name of ['samples', 'refine', 'seed']) {
    byId(name).addEventListener('change', ({ target }) => {
      if (target.checkValidity() && target.value !== '') {
        view[name] = Number(target.value);
        answers = new Map();
        inferLane.cancel();
        compare();
      }
    });
  }
  byId('cancel').addEventListener('click', () => {
    cancel();
    for (const run of chosenRuns().filter(({ id }) => !answers.has(id))) {
      cards.failed(run, 'cancelled; press Draw to ask again');
    }
  });
  addEventListener('hashchange', () => {
    recall();
    draw();
  });
}

async function start() {
  try {
    state = await get('/api/state');
  } catch (failure) {
    complain(byId('pair-problem'), failure.message);
    return;
  }
  if (state.groups.length === 0) {
    complain(byId('pair-problem'), 'no trained run to show: start espalier serve with --run DIR');
    byId('draw').disabled = true;
    return;
  }
  byId('group').replaceChildren(...state.groups.map((one) => element('option', { value: one.id }, one.name)));
  byId('group-field').hidden = state.groups.length === 1;
  listen();
  recall();
  await draw();
}

start();
