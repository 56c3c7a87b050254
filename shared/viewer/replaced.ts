/**
 * Asks whether the version of the page is still open: every half minute while somebody looks at the page, when they come back to it, and
 * when a picture does not load. If only the version is not open any more, shows the note and loads the page of the document. If the
 * document is not open either, such as in a room that was closed, loads the page again, which says why. A request with HEAD leaves no
 * record.
 */
export function watchReplacement(note: HTMLElement): void {
  const { version = '', to = '' } = note.dataset;
  let isAsking = false;
  const ask = async () => {
    if (isAsking || document.hidden || !note.hidden) return;
    isAsking = true;
    const isGone = await isRefused(version);
    const isClosed = isGone && (await isRefused(to));
    isAsking = false;
    if (!isGone) return;
    if (isClosed) return location.reload();
    note.hidden = false;
    setTimeout(() => location.replace(to), 4000);
  };
  setInterval(ask, 30_000);
  document.addEventListener('visibilitychange', ask);
  document.addEventListener('error', ask, true);
}

/** Whether the service refuses a page to the reader. False if the service cannot say so now. */
async function isRefused(page: string): Promise<boolean> {
  const answer = await fetch(page, { method: 'HEAD', redirect: 'manual' }).catch(() => undefined);
  return answer !== undefined && [403, 404].includes(answer.status);
}
