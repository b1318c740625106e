import { ArcIndex } from './arc-index.js';
import { LESS, MORE } from './colours.js';
import { byId, colourOf, coloured, complain, element, whenSchemeChanges } from './dom.js';
import { LatticeView, pathsOf } from './lattice-view.js';
import { summary } from './measures.js';
import { share } from './numbers.js';
import { isolated, readable, symbolElement } from './symbols.js';
import { Viewport } from './viewport.js';

const PLAIN = { id: '', name: 'Lattice' };

/** The drawings of one pair, one card per sampler. They share a plan, a viewport and the highlighted arc. */
export class Cards {
  #viewport = new Viewport();
  #cards = new Map();
  #pair = null;
  #plan = null;
  #index = null;
  #paths = [];
  #answers = new Map();
  #mode = 'q';
  #walk = [[], 0, 0];
  #picked;

  constructor(picked) {
    this.#picked = picked;
    whenSchemeChanges(() => this.#shade());
  }

  /** Shows a pair, fitted to the cards. */
  open(pair, plan) {
    this.#pair = pair;
    this.#plan = plan;
    this.#index = new ArcIndex(plan.curves);
    this.#paths = pathsOf(plan);
    for (const card of this.#cards.values()) {
      card.view.show(pair, plan, this.#index, this.#paths);
    }
    this.#shade();
    [...this.#cards.values()][0]?.view.fit();
  }

  compare(runs, colours) {
    const wanted = runs.length > 0 ? runs : [PLAIN];
    for (const [id, card] of this.#cards) {
      if (!wanted.some((run) => run.id === id)) {
        card.view.close();
        card.root.remove();
        this.#cards.delete(id);
      }
    }
    for (const run of wanted) {
      const card = this.#cards.get(run.id) ?? this.#card(run);
      coloured(card.root, colours.get(run.id) ?? 'var(--faint)');
      byId('cards').append(card.root);
    }
    this.#shade();
  }

  #card(run) {
    const canvas = element('canvas', {
      tabindex: '0', role: 'img', 'aria-label': `Lattice shaded by ${run.name}; arrow keys move it, plus and minus zoom, 0 shows all`
    });
    const tool = (label, text, act) => element('button', { type: 'button', 'aria-label': label, title: label, onclick: act }, text);
    const middle = () => [canvas.clientWidth / 2, canvas.clientHeight / 2];
    const note = element('p', { class: 'note' });
    const problem = element('p', { class: 'problem', role: 'alert', hidden: true });
    const root = element('article', { class: 'card lattice', 'data-run': run.id },
      element('div', { class: 'title' }, element('h3', { class: 'who' }, run.name), note,
        element('div', { class: 'zoom' },
          tool('Zoom in', '+', () => this.#viewport.zoom(1.25, ...middle())),
          tool('Zoom out', '−', () => this.#viewport.zoom(0.8, ...middle())),
          tool('Show all', '⤢', () => this.#viewport.fitAgain(canvas.clientWidth, canvas.clientHeight)))),
      problem, canvas);
    byId('cards').append(root);
    const view = new LatticeView(canvas, this.#viewport, {
      hovered: (arc, event) => this.#hover(arc, event),
      picked: (arc) => arc >= 0 && this.#picked(arc)
    });
    const card = { root, note, problem, view, run };
    this.#cards.set(run.id, card);
    if (this.#plan !== null) {
      view.show(this.#pair, this.#plan, this.#index, this.#paths);
      view.walk(...this.#walk);
    }
    return card;
  }

  /** Sets the answers of the runs so far. */
  answered(answers) {
    this.#answers = answers;
    this.#shade();
  }

  failed(run, message) {
    const card = this.#cards.get(run.id);
    if (card) {
      complain(card.problem, message);
    }
  }

  shadeBy(mode) {
    this.#mode = mode;
    this.#shade();
  }

  walk(path, at, state) {
    this.#walk = [path, at, state];
    for (const card of this.#cards.values()) {
      card.view.walk(path, at, state);
    }
    [...this.#cards.values()][0]?.view.reveal(state);
  }

  #shade() {
    for (const card of this.#cards.values()) {
      const answer = this.#answers.get(card.run.id);
      card.note.textContent = answer ? summary(answer, this.#mode) : card.run.id === '' ? '' : '…';
      const own = card.root.style.getPropertyValue('--colour');
      card.view.shade({
        q: { values: answer?.arcQ ?? null, positive: own, negative: own },
        posterior: { values: answer?.arcP ?? null, positive: colourOf('--posterior'), negative: own },
        difference: { values: answer?.arcQ.map((q, a) => q - answer.arcP[a]) ?? null, positive: MORE, negative: LESS }
      }[this.#mode]);
      card.root.dataset.shaded = answer ? this.#mode : '';
    }
  }

  #hover(arc, event) {
    for (const card of this.#cards.values()) {
      card.view.hover(arc);
    }
    const tip = byId('tip');
    tip.hidden = arc < 0;
    if (arc >= 0) {
      tip.replaceChildren(...this.#about(arc));
      tip.style.left = `${Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8)}px`;
      tip.style.top = `${Math.min(event.clientY + 14, innerHeight - tip.offsetHeight - 8)}px`;
    }
  }

  #about(arc) {
    const { from, to, mark, reads, writes } = this.#pair.arcs[arc];
    const place = (state) => `(${this.#pair.states[state].i}, ${this.#pair.states[state].j})`;
    const taken = [
      ...(reads ? [`reads ${isolated(readable(reads).text)}`] : []),
      ...(writes ? [`writes ${isolated(readable(writes).text)}`] : [])
    ];
    const known = [...this.#cards.values()].filter((card) => this.#answers.has(card.run.id));
    return [
      element('p', {}, symbolElement(mark), ` ${place(from)} → ${place(to)}`),
      element('p', { class: 'hint' }, taken.join(', ') || 'reads and writes nothing'),
      element('dl', {}, ...known.flatMap((card) => {
        const answer = this.#answers.get(card.run.id);
        const colour = card.root.style.getPropertyValue('--colour');
        return [
          coloured(element('dt', { class: 'who' }, card.run.name), colour),
          element('dd', {}, `q ${share(answer.arcQ[arc])}`, element('span', { class: 'hint' }, ` p ${share(answer.arcP[arc])}`))
        ];
      }))
    ];
  }
}
