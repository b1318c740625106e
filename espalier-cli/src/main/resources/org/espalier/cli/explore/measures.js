import { coloured, element } from './dom.js';
import { counted, decimals, duration } from './numbers.js';

/** The measures of a sampler, with an explanation. "better" is "more" or "less", or null if they are not comparable. */
const MEASURES = [
  {
    name: 'Effective sample size',
    says: 'Number of draws from the posterior that the weighted samples are worth. Higher is better, at most the number of samples.',
    of: (answer) => answer.ess, shown: (value, answer) => `${decimals(value, 1)} of ${answer.samples}`, better: 'more'
  },
  {
    name: 'Effective strings',
    says: 'Effective sample size after equal samples are merged: the number of different strings that share the weight.',
    of: (answer) => answer.dedupEss, shown: (value, answer) => `${decimals(value, 1)} of ${answer.distinct}`, better: null
  },
  {
    name: 'KL(q ‖ p)',
    says: 'KL divergence of the sampler from the posterior, in nats. 0 for a perfect sampler.',
    of: (answer) => answer.kl, shown: (value) => `${decimals(value)} nats`, better: 'less',
    missing: (answer) => (answer.refine > 0 ? 'known only without refinement' : 'too many paths to list')
  },
  {
    name: 'Partial KL',
    says: 'KL without the constant log p̃(x, y), which all samplers of a pair share. Lower is better.',
    of: (answer) => answer.partialKl, shown: (value) => `${decimals(value)} nats`, better: 'less'
  },
  {
    name: 'log p̃(x, y)',
    says: 'Log-probability of the pair under the scorer, summed over all strings; exact if they can be enumerated.',
    of: (answer) => answer.logP?.value ?? null,
    shown: (value, { logP }) => `${decimals(value)}${logP.error === null ? '' : ` ± ${decimals(logP.error)}`} (${logP.kind})`, better: null
  },
  {
    name: 'Time', says: 'Time for sampling and scoring on this computer.',
    of: (answer) => answer.seconds, shown: (value) => (value < 1 ? `${Math.round(1000 * value)} ms` : duration(value)), better: null
  }
];

/** Builds the table of the samplers that have answered. The best of two or more is highlighted. */
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
        return element('td', { class: 'hint' }, measure.missing?.(answers[k]) ?? '–');
      }
      const stands = numbers.length > 1 && value === best;
      return element('td', { class: stands ? 'best' : '' }, measure.shown(value, answers[k]));
    }));
}

/** Returns the caption of a card: effective sample size, and whether the shading is exact or estimated. */
export function summary(answer, mode) {
  const kinds = { q: [answer.arcQKind], posterior: [answer.arcPKind], difference: [answer.arcQKind, answer.arcPKind] }[mode];
  const known = kinds.every((kind) => kind === 'exact') ? 'exact' : 'estimated from the draws';
  return `worth ${decimals(answer.ess, 1)} of ${counted(answer.samples, 'draw')} · shades ${known}`;
}
