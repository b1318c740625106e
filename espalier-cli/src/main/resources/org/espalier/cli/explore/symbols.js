import { element } from './dom.js';

export const END = -1;

/** Names such as <insert> stand without their brackets, told apart by how they look; what cannot be seen alone is shown. */
export function readable(symbol) {
  if (symbol === '') {
    return { text: 'ε', named: true };
  }
  const name = /^<(.+)>$/u.exec(symbol);
  if (name) {
    return { text: name[1], named: true };
  }
  if (/^\p{M}+$/u.test(symbol)) {
    return { text: `◌${symbol}`, named: false };
  }
  return /^\s+$/u.test(symbol) ? { text: '␣'.repeat(symbol.length), named: true } : { text: symbol, named: false };
}

/** A symbol by itself, so that its direction does not reach its neighbours. */
export function symbolElement(symbol) {
  const { text, named } = readable(symbol);
  return element('bdi', { class: named ? 'symbol named' : 'symbol', title: symbol }, text);
}

export const endElement = () => element('bdi', { class: 'symbol named end', title: 'the end of the string' }, 'end');

export const markElement = (choice) => (choice.arc === END ? endElement() : symbolElement(choice.mark));

/** Text isolated from the direction of what is around it, for places where there is no markup. */
export const isolated = (text) => `\u2068${text}\u2069`;
