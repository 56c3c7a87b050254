import { pagesIn } from './column.ts';

const minute = 60_000;
/** Without a tick for this long, the computer slept. */
const longestTick = 5000;

/**
 * Counts how long each page is on the screen, and reports it. A page counts while at least half of it is visible, or it fills at least half
 * of the window, in a tab that is in front and was used within a minute.
 *
 * @param note names the address for reports in `data-times`, and the view in `data-view`
 * @returns a function that observes the pages that are there now
 */
export function countTimes({ dataset }: HTMLElement): () => void {
  const { times = '', view = '' } = dataset;
  const near = new Set<HTMLElement>();
  const seconds = new Map<string, number>();
  let onScreen: string[] = [];
  let last = performance.now();
  let used = last;
  let sent = last;
  let isOver = false;
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries)
      if (isIntersecting) near.add(target as HTMLElement);
      else near.delete(target as HTMLElement);
    tick();
  });
  const isShown = (page: HTMLElement): boolean => {
    const { top, bottom, left, right, width, height } = page.getBoundingClientRect();
    const high = Math.min(bottom, innerHeight) - Math.max(top, 0);
    const wide = Math.min(right, innerWidth) - Math.max(left, 0);
    if (high <= 0 || wide <= 0) return false;
    return 2 * high * wide >= Math.min(width * height, innerWidth * innerHeight);
  };
  const add = (page: string, more: number) => seconds.set(page, (seconds.get(page) ?? 0) + more);
  const tick = () => {
    const now = performance.now();
    const counted = Math.min(now, used + minute) - last;
    if (counted > 0 && now - last < longestTick)
      for (const page of onScreen) add(page, counted / 1000 / onScreen.length);
    last = now;
    onScreen = document.hidden ? [] : [...near].filter(isShown).map(({ dataset: { page = '' } }) => page);
    if (now - sent >= minute) void report();
  };
  const report = async () => {
    const all = [...seconds];
    const sum = all.reduce((total, [, one]) => total + one, 0);
    let left = document.hidden ? Math.round(sum) : Math.floor(sum);
    if (isOver || left < 1) return;
    sent = performance.now();
    const parts = new Map(all.map(([page, one]) => [page, Math.max(Math.floor(one), 0)]));
    for (const one of parts.values()) left -= one;
    for (const [page] of all.sort(([, a], [, b]) => (b % 1) - (a % 1)).slice(0, Math.max(left, 0)))
      parts.set(page, (parts.get(page) ?? 0) + 1);
    const batch = [...parts].filter(([, one]) => one > 0);
    if (batch.length === 0) return;
    for (const [page, one] of batch) add(page, -one);
    const body = new URLSearchParams({ view, seconds: batch.map((part) => part.join(':')).join() });
    if (!('keepalive' in Request.prototype)) {
      navigator.sendBeacon(times, body);
      return;
    }
    const answer = await fetch(times, { method: 'POST', body, keepalive: true }).catch(() => undefined);
    if (answer?.ok) await giveBack(answer, batch);
    else if (answer && answer.status < 500 && answer.status !== 429) isOver = true;
    else for (const [page, one] of batch) add(page, one);
  };
  /** The service accounts in whole seconds, so it may leave one to the next report. More than one is not its second. */
  const giveBack = async (answer: Response, batch: readonly (readonly [string, number])[]) => {
    const { seconds: taken = {} } = (await answer.json().catch(() => ({}))) as {
      seconds?: Readonly<Record<string, number>>;
    };
    const lost = batch
      .map(([page, one]) => [page, one - (taken[page] ?? 0)] as const)
      .filter(([, one]) => one > 0);
    const [first, ...others] = lost;
    if (first?.[1] === 1 && others.length === 0) add(...first);
  };
  const use = () => {
    tick();
    used = performance.now();
  };
  for (const name of ['pointermove', 'pointerdown', 'touchmove', 'keydown', 'wheel', 'scroll'])
    addEventListener(name, use, { passive: true, capture: true });
  const leave = () => {
    tick();
    void report();
  };
  document.addEventListener('visibilitychange', () => (document.hidden ? leave() : use()));
  addEventListener('pagehide', leave);
  setInterval(tick, 250);

  const observe = () => {
    for (const page of pagesIn(document)) observer.observe(page);
  };
  observe();
  return observe;
}
