/** The colours of samplers, as in reports: told apart by people who are colour-blind, on white as on black. */
const SAMPLERS = {
  none: '#7b8794', swa: '#d08700', sws: '#1f7fc4', swp: '#d9511c', 'swp-gated': '#c2679b', 'swp-weighted': '#8f6bd1',
  'swp-local': '#8a8a1f', 'swp-rerun': '#b0414f', 'swp-gated-weighted': '#9c6b3f', swps: '#0b9a72', 'swps-gated': '#2ba3b8'
};

export const MORE = '#d9511c';
export const LESS = '#1f7fc4';

/** A colour for each run: that of its sampler for the first that has it, and one that nobody has for others. */
export function coloursOf(runs) {
  const colours = new Map();
  const free = new Set(Object.values(SAMPLERS));
  for (const run of runs) {
    const own = SAMPLERS[run.sampler];
    if (free.delete(own)) {
      colours.set(run.id, own);
    }
  }
  for (const run of runs.filter(({ id }) => !colours.has(id))) {
    const [next = SAMPLERS.none] = free;
    free.delete(next);
    colours.set(run.id, next);
  }
  return colours;
}
