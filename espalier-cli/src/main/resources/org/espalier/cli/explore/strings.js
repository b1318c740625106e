import { coloured, element } from './dom.js';
import { decimals, share } from './numbers.js';
import { symbolElement } from './symbols.js';

const SHOWN = 12;

/** Lists the samples of a sampler, each a button that shows its path. */
export function stringList(pair, run, colour, answer, chosen) {
  const most = Math.max(...answer.strings.map((one) => Math.max(one.weight, one.count / answer.samples)));
  const list = element('ol', { class: 'strings', 'data-run': run.id });
  const rows = answer.strings.map((one) => row(pair, one, most, answer.samples, () => chosen(one)));
  list.append(...rows.slice(0, SHOWN));
  const card = coloured(element('article', { class: 'card' },
    element('h3', { class: 'who' }, run.name),
    element('p', { class: 'hint' }, `${answer.distinct} distinct of ${answer.samples} samples, by importance weight`),
    list), colour);
  if (rows.length > SHOWN) {
    const more = element('button', { type: 'button', class: 'more' }, `Show ${rows.length - SHOWN} more`);
    more.addEventListener('click', () => {
      list.append(...rows.slice(SHOWN));
      more.remove();
    });
    card.append(more);
  }
  return card;
}

/** Marks the string whose path is shown in all lists. */
export function press(lists, path) {
  const key = path.join();
  for (const button of lists.querySelectorAll('.string')) {
    button.setAttribute('aria-pressed', String(button.dataset.arcs === key));
  }
}

function row(pair, one, most, samples, chosen) {
  const weight = element('span', { class: 'fill' });
  weight.style.width = `${(100 * one.weight) / most}%`;
  const drawn = element('span', { class: 'drawn' });
  drawn.style.width = `${(100 * one.count) / samples / most}%`;
  const settings = { type: 'button', class: 'string', 'aria-pressed': 'false', 'data-arcs': one.arcs.join(), onclick: chosen };
  return element('li', {}, element('button', settings,
    element('span', { class: 'room' }, weight, drawn),
    element('span', { class: 'numbers' },
      element('b', { title: 'normalized importance weight: estimated posterior probability' }, share(one.weight)),
      element('span', { title: 'number of times it was drawn' }, `drawn ${one.count}×`),
      element('span', { title: 'log probability under the sampler, in nats' }, `log q ${decimals(one.logQ, 1)}`),
      element('span', { title: 'log weight under the scorer, in nats' }, `log p̃ ${decimals(one.logP, 1)}`)),
    element('span', { class: 'operations' }, ...operations(pair, one))));
}

/** Groups the marks of one operation. */
function operations(pair, { marks, arcs }) {
  const groups = [element('span')];
  marks.forEach((mark, k) => {
    groups.at(-1).append(symbolElement(mark));
    if (k + 1 < marks.length && (pair.grid?.homes[pair.arcs[arcs[k]].to] ?? true)) {
      groups.push(element('span'));
    }
  });
  return groups;
}
