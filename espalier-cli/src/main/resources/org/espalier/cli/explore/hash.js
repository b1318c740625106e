/** The state of a page in the fragment of its address, so that it outlives a reload and can be passed on. */
export const readHash = () => Object.fromEntries(new URLSearchParams(location.hash.slice(1)));

/** Entries that are empty are left out. Replaces the address: a page visited is one step back, however much was clicked. */
export function writeHash(entries) {
  const kept = Object.entries(entries).filter(([, value]) => value !== '' && value !== null && value !== undefined);
  history.replaceState(null, '', `#${new URLSearchParams(kept)}`);
}
