import { element } from './dom.js';

export const END = -1;

/** Returns the text of a symbol: names such as <insert> without brackets, invisible characters as visible ones. */
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

/** Returns an element for a symbol that isolates its text direction. */
export function symbolElement(symbol) {
  const { text, named } = readable(symbol);
  return element('bdi', { class: named ? 'symbol named' : 'symbol', title: symbol }, text);
}

export const endElement = () => element('bdi', { class: 'symbol named end', title: 'the end of the string' }, 'end');

export const markElement = (choice) => (choice.arc === END ? endElement() : symbolElement(choice.mark));

/** Isolates the direction of text, for places without markup. */
export const isolated = (text) => `\u2068${text}\u2069`;
