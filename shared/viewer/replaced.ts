/**
 * Asks whether the version of the page is still open: every half minute while somebody looks at the page, when they come back to it, and
 * when a picture does not load. If the version is not open any more, shows the note and loads the page of the document. A request with
 * HEAD leaves no record.
 */
export function watchReplacement(note: HTMLElement): void {
  const { version = '', to = '' } = note.dataset;
  let isAsking = false;
  const ask = async () => {
    if (isAsking || document.hidden || !note.hidden) return;
    isAsking = true;
    const answer = await fetch(version, { method: 'HEAD', redirect: 'manual' }).catch(() => undefined);
    isAsking = false;
    if (answer?.status !== 404) return;
    note.hidden = false;
    setTimeout(() => location.replace(to), 4000);
  };
  setInterval(ask, 30_000);
  document.addEventListener('visibilitychange', ask);
  document.addEventListener('error', ask, true);
}
