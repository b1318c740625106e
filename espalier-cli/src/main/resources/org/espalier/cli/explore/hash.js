/** Reads the state of a page from the fragment of its address, which survives a reload and can be shared. */
export const readHash = () => Object.fromEntries(new URLSearchParams(location.hash.slice(1)));

/** Writes the state without empty entries. Replaces the address, so that the page is one entry of the history. */
export function writeHash(entries) {
  const kept = Object.entries(entries).filter(([, value]) => value !== '' && value !== null && value !== undefined);
  history.replaceState(null, '', `#${new URLSearchParams(kept)}`);
}
