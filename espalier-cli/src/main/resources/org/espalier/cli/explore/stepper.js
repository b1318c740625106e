import { Cancelled, Lane } from './api.js';
import { byId, coloured, complain, element } from './dom.js';
import { share } from './numbers.js';
import { END, markElement, symbolElement } from './symbols.js';

/** The maximum number of marks of a sampled string, which bounds a walk through a cycle. */
const MOST_MARKS = 5000;

/**
 * Steps through a string of marks. The path may extend beyond the current position; taking another mark discards the
 * rest of it.
 */
export class Stepper {
  #lane = new Lane('step');
  #answers = new Map();
  #question = null;
  #pair = null;
  #runs = [];
  #colours = new Map();
  #path = [];
  #at = 0;
  #ended = false;
  #answer = null;
  #changed;

  constructor(changed) {
    this.#changed = changed;
    byId('restart').addEventListener('click', () => this.#go(0));
    byId('back').addEventListener('click', () => this.#back());
    byId('next').addEventListener('click', () => this.#next());
    byId('sample').addEventListener('click', () => this.#sample());
    byId('finish').addEventListener('click', () => this.#sampleToTheEnd());
    document.addEventListener('keydown', (event) => this.#key(event));
  }

  get path() {
    return this.#path;
  }

  get at() {
    return this.#at;
  }

  get state() {
    return this.#at === 0 ? 0 : this.#pair.arcs[this.#path[this.#at - 1]].to;
  }

  /** Starts with a pair. A path that is not in its lattice is discarded. */
  open(pair, question, path, at) {
    this.#pair = pair;
    this.#question = question;
    this.#answers.clear();
    this.#path = leads(pair, path) ? path : [];
    this.#at = Math.min(at, this.#path.length);
    this.#ended = false;
    this.#answer = null;
  }

  compare(runs, colours) {
    this.#runs = runs;
    this.#colours = colours;
    const chosen = byId('chooser').value;
    byId('chooser').replaceChildren(...runs.map((run) => element('option', { value: run.id }, run.name)));
    if (runs.some((run) => run.id === chosen)) {
      byId('chooser').value = chosen;
    }
    return this.#ask();
  }

  follow(path) {
    this.#path = path;
    return this.#go(0);
  }

  /** Takes an arc if it is one of the choices; returns whether it is. */
  take(arc) {
    const known = this.#answer?.runs.some((run) => run.choices.some((choice) => choice.arc === arc));
    if (known) {
      this.#take(arc);
    }
    return Boolean(known);
  }

  cancel() {
    this.#lane.cancel();
  }

  #go(at) {
    this.#at = at;
    this.#ended = false;
    return this.#ask();
  }

  #back() {
    if (this.#ended) {
      this.#go(this.#at);
    } else if (this.#at > 0) {
      this.#go(this.#at - 1);
    }
  }

  #next() {
    if (this.#at < this.#path.length) {
      return this.#go(this.#at + 1);
    }
    const choices = this.#choicesOf(byId('chooser').value);
    return choices.length === 0 ? undefined : this.#take(choices.reduce((a, b) => (b.q > a.q ? b : a)).arc);
  }

  #take(arc) {
    if (arc === END) {
      this.#path = this.#path.slice(0, this.#at);
      this.#ended = true;
      this.#show();
      this.#changed();
      return undefined;
    }
    if (this.#path[this.#at] !== arc) {
      this.#path = [...this.#path.slice(0, this.#at), arc];
    }
    return this.#go(this.#at + 1);
  }

  #choicesOf(run) {
    return this.#answer?.runs.find((one) => one.run === run)?.choices ?? [];
  }

  #sample() {
    const choices = this.#choicesOf(byId('chooser').value);
    let left = Math.random() * choices.reduce((sum, choice) => sum + choice.q, 0);
    const drawn = choices.find((choice) => (left -= choice.q) < 0) ?? choices.at(-1);
    return drawn === undefined || this.#ended ? undefined : this.#take(drawn.arc);
  }

  async #sampleToTheEnd() {
    for (let steps = 0; steps < MOST_MARKS && !this.#ended; steps++) {
      const at = this.#at;
      await this.#sample();
      if (this.#at === at && !this.#ended) {
        return;
      }
    }
  }

  async #ask() {
    complain(byId('step-problem'), null);
    const prefix = this.#path.slice(0, this.#at);
    const runs = this.#runs.map((run) => run.id);
    const key = `${runs}|${prefix}`;
    try {
      if (runs.length > 0 && !this.#answers.has(key)) {
        this.#answers.set(key, await this.#lane.ask('/api/step', { ...this.#question, runs, prefix }));
      }
      this.#answer = this.#answers.get(key) ?? null;
      this.#show();
      this.#changed();
    } catch (failure) {
      if (!(failure instanceof Cancelled)) {
        complain(byId('step-problem'), failure.message);
      }
    }
  }

  #show() {
    const ended = this.#ended;
    byId('restart').disabled = this.#at === 0 && !ended;
    byId('back').disabled = this.#at === 0 && !ended;
    for (const id of ['next', 'sample', 'finish']) {
      byId(id).disabled = ended || this.#answer === null;
    }
    const { i, j } = this.#pair.states[this.state];
    byId('tapes').replaceChildren(tape('x', 'read', this.#pair.x, i), tape('y', 'written', this.#pair.y, j));
    byId('walked').replaceChildren(...this.#marks());
    byId('choices').replaceChildren(...this.#table());
  }

  #marks() {
    const marks = this.#path.map((arc, k) => {
      const past = k < this.#at;
      const settings = {
        type: 'button', class: past ? 'past' : 'ahead', onclick: () => this.#go(k + 1), 'aria-current': k + 1 === this.#at && 'step'
      };
      return element('li', {}, element('button', settings, symbolElement(this.#pair.arcs[arc].mark)));
    });
    if (this.#ended) {
      marks.push(element('li', {}, element('span', { class: 'past' }, markElement({ arc: END }))));
    }
    return marks.length > 0 ? marks : [element('li', { class: 'hint' }, 'No marks yet: choose the first mark below.')];
  }

  #table() {
    if (this.#ended) {
      return [element('p', { class: 'hint' }, 'The string is complete. Go back or restart to try another.')];
    }
    if (this.#answer === null) {
      return [element('p', { class: 'hint' }, 'Select a sampler above to see its probabilities of the next mark.')];
    }
    const arcs = [...new Set(this.#answer.runs.flatMap((run) => run.choices.map((choice) => choice.arc)))];
    const posterior = this.#answer.posterior;
    const head = element('div', { class: 'row head', 'aria-hidden': 'true' },
      element('span', {}, 'next mark'),
      ...this.#runs.map((run) => coloured(element('span', { class: 'who' }, run.name), this.#colours.get(run.id))),
      element('span', {}, posterior ? 'posterior' : 'posterior: too many paths to list'));
    return [head, ...arcs.map((arc) => this.#choice(arc, posterior))];
  }

  #choice(arc, posterior) {
    const found = this.#answer.runs.map((run) => run.choices.find((choice) => choice.arc === arc));
    const mark = markElement(found.find((choice) => choice !== undefined));
    const p = posterior ? posterior.find((one) => one.arc === arc)?.p ?? 0 : undefined;
    const spoken = this.#runs.map((run, k) => `${run.name} ${share(found[k]?.q ?? 0)}`);
    if (p !== undefined) {
      spoken.push(`posterior ${share(p)}`);
    }
    const settings = {
      type: 'button', class: this.#path[this.#at] === arc ? 'row choice followed' : 'row choice', 'data-arc': arc,
      'aria-label': `${mark.textContent}: ${spoken.join(', ')}`, onclick: () => this.#take(arc)
    };
    return element('button', settings, element('span', { class: 'mark' }, mark),
      ...this.#runs.map((run, k) => bar(found[k]?.q ?? 0, this.#colours.get(run.id), p, run.id)),
      p === undefined ? element('span') : bar(p, 'var(--posterior)', undefined, 'posterior'));
  }

  #key(event) {
    const busy = event.target.closest('input, select, textarea, canvas');
    if (this.#pair === null || busy || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const keys = {
      ArrowRight: () => byId('next').disabled || this.#next(),
      ArrowLeft: () => this.#back(),
      Home: () => this.#go(0),
      s: () => this.#sample(),
      ArrowDown: () => this.#focus(1),
      ArrowUp: () => this.#focus(-1)
    };
    const upOrDown = event.key === 'ArrowDown' || event.key === 'ArrowUp';
    if (keys[event.key] && (byId('stepper').contains(event.target) || !(upOrDown || event.key === 'Home'))) {
      event.preventDefault();
      const focused = byId('choices').contains(document.activeElement);
      Promise.resolve(keys[event.key]()).then(() => focused && !upOrDown && this.#focus(0));
    }
  }

  #focus(step) {
    const rows = [...byId('choices').querySelectorAll('.choice')];
    const now = rows.indexOf(document.activeElement);
    rows[Math.max(0, Math.min(rows.length - 1, now + step))]?.focus();
  }
}

function leads(pair, path) {
  let state = 0;
  return path.every((arc) => {
    const known = pair.arcs[arc]?.from === state;
    state = known ? pair.arcs[arc].to : -1;
    return known;
  });
}

function bar(value, colour, beside, of) {
  const fill = coloured(element('span', { class: 'fill' }), colour);
  fill.style.width = `${100 * value}%`;
  const room = element('span', { class: 'room' }, fill);
  if (beside !== undefined) {
    const tick = element('span', { class: 'tick' });
    tick.style.insetInlineStart = `${100 * beside}%`;
    room.append(tick);
  }
  return element('span', { class: 'bar-cell', 'data-of': of, 'data-value': value },
    room, element('span', { class: 'number' }, share(value)));
}

function tape(name, done, symbols, position) {
  const cells = symbols.map((symbol, k) => {
    const cell = symbolElement(symbol);
    cell.classList.add(k < position ? 'done' : 'left');
    return cell;
  });
  const label = `${name}: ${position} of ${symbols.length} ${done}`;
  return element('div', { class: 'tape', role: 'img', 'aria-label': label },
    element('span', { class: 'name' }, `${name} ${done}`), ...cells);
}
