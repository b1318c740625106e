import { coloured, element } from './dom.js';
import { counted, decimals, duration } from './numbers.js';

/** What is said of each sampler, in words; better is "more" or "less", or null where there is nothing to compare. */
const MEASURES = [
  {
    name: 'Effective sample size',
    says: 'How many draws from the posterior itself the weighted draws are worth. More is better, up to the number of draws.',
    of: (answer) => answer.ess, shown: (value, answer) => `${decimals(value, 1)} of ${answer.samples}`, better: 'more'
  },
  {
    name: 'Effective strings',
    says: 'The same after equal strings are merged: over how many different strings the weight is spread.',
    of: (answer) => answer.dedupEss, shown: (value, answer) => `${decimals(value, 1)} of ${answer.distinct}`, better: null
  },
  {
    name: 'KL(q ‖ p)',
    says: 'How far the sampler is from the posterior, in nats. 0 is a perfect sampler.',
    of: (answer) => answer.kl, shown: (value) => `${decimals(value)} nats`, better: 'less', missing: 'too many paths to list'
  },
  {
    name: 'Partial KL',
    says: 'KL before log p̃(x, y) is added, which is the same for all samplers: it compares them on this pair and is never 0.',
    of: (answer) => answer.partialKl, shown: (value) => `${decimals(value)} nats`, better: 'less'
  },
  {
    name: 'log p̃(x, y)',
    says: 'What the scorer makes of the pair: the log of the sum over all its strings, exact where they can be listed.',
    of: (answer) => answer.logP?.value ?? null,
    shown: (value, { logP }) => `${decimals(value)}${logP.error === null ? '' : ` ± ${decimals(logP.error)}`} (${logP.kind})`, better: null
  },
  {
    name: 'Time', says: 'Sampling, scoring and weighing, on this machine.',
    of: (answer) => answer.seconds, shown: (value) => (value < 1 ? `${Math.round(1000 * value)} ms` : duration(value)), better: null
  }
];

/** The samplers that have answered, side by side; the best of two or more is set off. */
export function measureTable(runs, colours, answers) {
  const known = runs.filter((run) => answers.has(run.id));
  const head = element('tr', {}, element('td'), ...known.map((run) =>
    coloured(element('th', { scope: 'col', class: 'who' }, run.name), colours.get(run.id))));
  return element('table', { class: 'measures' }, element('thead', {}, head),
    element('tbody', {}, ...MEASURES.map((measure) => line(measure, known.map((run) => answers.get(run.id))))));
}

function line(measure, answers) {
  const values = answers.map((answer) => measure.of(answer));
  const numbers = values.filter((value) => value !== null && value !== undefined);
  const best = { more: Math.max(...numbers), less: Math.min(...numbers) }[measure.better];
  return element('tr', {}, element('th', { scope: 'row' }, measure.name, element('small', {}, measure.says)),
    ...values.map((value, k) => {
      if (value === null || value === undefined) {
        return element('td', { class: 'hint' }, measure.missing ?? '–');
      }
      const stands = numbers.length > 1 && value === best;
      return element('td', { class: stands ? 'best' : '' }, measure.shown(value, answers[k]));
    }));
}

/** What a card says of its sampler: what its draws are worth, and how well the shades of the arcs are known. */
export function summary(answer, mode) {
  const kinds = { q: [answer.arcQKind], posterior: [answer.arcPKind], difference: [answer.arcQKind, answer.arcPKind] }[mode];
  const known = kinds.every((kind) => kind === 'exact') ? 'exact' : 'estimated from the draws';
  return `worth ${decimals(answer.ess, 1)} of ${counted(answer.samples, 'draw')} · shades ${known}`;
}
