/**
 * Keeps the fragment of the address, which names a page and words, while the page waits for its document. The service tells the browser to
 * load `again`, and never learns the fragment. The present step of the history gets that address too, so that *Back* leads to the page
 * before.
 */
export function keepFragment(again: string): void {
  const { hash } = location;
  history.replaceState(null, '', again);
  if (hash === '') return;
  try {
    sessionStorage.setItem(again, hash);
  } catch {
    // The reader's browser lets no site store anything.
  }
}

/** Puts the fragment that a waiting page kept back into the address. Returns whether there was one. */
export function restoreFragment(): boolean {
  const address = location.pathname + location.search;
  try {
    const kept = sessionStorage.getItem(address);
    if (kept === null) return false;
    sessionStorage.removeItem(address);
    history.replaceState(history.state, '', kept);
    return true;
  } catch {
    return false;
  }
}
