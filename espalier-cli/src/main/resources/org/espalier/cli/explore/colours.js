/** The colours of samplers, as in reports. They can be distinguished by colour-blind readers, on white and on black. */
const SAMPLERS = {
  none: '#7b8794', swa: '#d08700', sws: '#1f7fc4', swp: '#d9511c', 'swp-gated': '#c2679b', 'swp-weighted': '#8f6bd1',
  'swp-local': '#8a8a1f', 'swp-rerun': '#b0414f', 'swp-gated-weighted': '#9c6b3f', swps: '#0b9a72', 'swps-gated': '#2ba3b8',
  swc: '#5b6ee1', swg: '#111111', transformer: '#c43fb0'
};

export const MORE = '#d9511c';
export const LESS = '#1f7fc4';

export const colourOfSampler = (run) => SAMPLERS[run.sampler] ?? SAMPLERS.none;

/**
 * Assigns a colour to each run: its previous one, or that of its sampler, or, if that is in use, a free one.
 */
export function coloursOf(runs, before) {
  const colours = new Map(runs.filter(({ id }) => before.has(id)).map(({ id }) => [id, before.get(id)]));
  for (const run of runs.filter(({ id }) => !colours.has(id))) {
    const taken = [...colours.values()];
    const wanted = [colourOfSampler(run), ...Object.values(SAMPLERS)];
    colours.set(run.id, wanted.find((colour) => !taken.includes(colour)) ?? wanted[0]);
  }
  return colours;
}
