import { Cancelled, get } from './api.js';
import { byId, complain, element } from './dom.js';
import { readHash, writeHash } from './hash.js';
import { cancelLayout, layOut } from './layout.js';
import { counted } from './numbers.js';
import { isolated } from './symbols.js';
import { Viewport, steer } from './viewport.js';

const SVG = 'http://www.w3.org/2000/svg';
/** Right-to-left symbols of a label, which would otherwise reverse their neighbours. */
const RIGHT_TO_LEFT = /[^\s:/]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}][^\s:/]*/gu;
const viewport = new Viewport();
let machines = [];
let shown = null;

async function show(id) {
  cancelLayout();
  shown = id;
  const { name } = machines.find((machine) => machine.id === id);
  byId('machine').value = id;
  writeHash({ machine: name });
  complain(byId('problem'), null);
  try {
    const machine = await get(`/api/machine?id=${encodeURIComponent(id)}`);
    if (shown === id) {
      describe(machine);
      await draw(machine);
    }
  } catch (failure) {
    byId('shown').hidden = true;
    complain(byId('problem'), failure.message);
  }
}

function describe(machine) {
  byId('shown').hidden = false;
  byId('facts').textContent = `${counted(machine.states, 'state')}, ${counted(machine.arcs, 'arc')}`;
  byId('checks-panel').hidden = machine.facts.length === 0;
  byId('checks').replaceChildren(...machine.facts.map(check));
  byId('source-panel').hidden = !machine.source;
  byId('source').replaceChildren(...(machine.source ?? '').trimEnd().split('\n').flatMap((line) => [...painted(line), '\n']));
}

function check({ label, value, ok, example }) {
  return element('li', { class: ok ? 'good' : 'bad' },
    element('span', { class: 'sign', role: 'img', 'aria-label': ok ? 'ok' : 'problem' }, ok ? '✓' : '!'),
    element('span', {}, label), element('span', { class: 'value' }, value),
    example ? element('span', { class: 'example' }, example) : null);
}

/** Highlights a line of the machine language: the name it defines, its marks and its comment. */
function painted(line) {
  const [, code, comment] = /^((?:"[^"]*"|[^#"])*)(#.*)?$/u.exec(line) ?? [null, line, undefined];
  const [, name, rest] = /^(\s*\w[\w-]*)(?=\s*=)(.*)$/u.exec(code) ?? [null, '', code];
  const parts = rest.split(/(<[^<>\s]+>)/u).map((part, k) => (k % 2 === 1 ? element('span', { class: 'mark' }, part) : part));
  return [
    name ? element('span', { class: 'name' }, name) : '', ...parts,
    comment ? element('span', { class: 'comment' }, comment) : ''
  ];
}

async function draw(machine) {
  complain(byId('drawing-problem'), machine.dot ? null : machine.reason);
  byId('drawing').replaceChildren();
  byId('drawing').toggleAttribute('hidden', !machine.dot);
  if (!machine.dot) {
    return;
  }
  byId('work').hidden = false;
  try {
    place(await layOut(machine.dot, 'svg'));
  } catch (failure) {
    complain(byId('drawing-problem'), failure instanceof Cancelled ? null : failure.message);
  } finally {
    byId('work').hidden = true;
  }
}

/** Shows the drawing of Graphviz, translated and scaled by the viewport. */
function place(text) {
  const drawn = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  const [left, top, width, height] = drawn.getAttribute('viewBox').split(/\s+/).map(Number);
  const moved = document.createElementNS(SVG, 'g');
  moved.id = 'moved';
  moved.append(...[...drawn.children].map((child) => document.importNode(child, true)));
  moved.querySelectorAll('title').forEach((title) => title.remove());
  moved.querySelectorAll('text').forEach((label) => {
    label.textContent = label.textContent.replace(RIGHT_TO_LEFT, isolated);
  });
  byId('drawing').replaceChildren(moved);
  const bounds = { left: left - 20, top: top - 20, right: left + width + 20, bottom: top + height + 20 };
  viewport.fit(bounds, byId('drawing').clientWidth, byId('drawing').clientHeight);
}

function listen() {
  const drawing = byId('drawing');
  const middle = () => [drawing.clientWidth / 2, drawing.clientHeight / 2];
  viewport.addEventListener('change', () =>
    byId('moved')?.setAttribute('transform', `translate(${viewport.x} ${viewport.y}) scale(${viewport.scale})`));
  new ResizeObserver(() => viewport.refit(drawing.clientWidth, drawing.clientHeight)).observe(drawing);
  steer(drawing, viewport);
  byId('in').addEventListener('click', () => viewport.zoom(1.25, ...middle()));
  byId('out').addEventListener('click', () => viewport.zoom(0.8, ...middle()));
  byId('all').addEventListener('click', () => viewport.fitAgain(drawing.clientWidth, drawing.clientHeight));
  byId('machine').addEventListener('change', ({ target }) => show(target.value));
  byId('cancel').addEventListener('click', cancelLayout);
  addEventListener('hashchange', () => show(wanted()));
}

function wanted() {
  const { machine } = readHash();
  return (machines.find(({ name }) => name === machine) ?? machines[0]).id;
}

async function start() {
  try {
    ({ machines } = await get('/api/state'));
  } catch (failure) {
    complain(byId('problem'), failure.message);
    return;
  }
  if (machines.length === 0) {
    complain(byId('problem'), 'no machine to show: start espalier serve with --machine FILE or --run DIR');
    return;
  }
  byId('machine').replaceChildren(...machines.map(({ id, name }) => element('option', { value: id }, name)));
  listen();
  await show(wanted());
}

start();
