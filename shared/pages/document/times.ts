import type { DocumentItem } from '../../data/documents/documents.ts';
import { documentPath, linkTo } from '../../presentation/links.ts';
import { type Html, html } from '../../text/html.ts';
import { t } from '../../words/words.ts';
import type { Reader } from '../readablePage.ts';

/**
 * Counts how long each element with `data-page` is on the screen, and reports it. A page counts while at least half of it is visible, or it
 * fills at least half of the window, in a tab that is in front and was used within a minute. The script works for pictures and for every other way of drawing pages.
 */
export const timesScript = `(() => {
  const { times, view } = document.getElementById('times').dataset;
  const minute = 60000;
  // Without a tick for this long, the computer slept.
  const longestTick = 5000;
  const near = new Set();
  const seconds = new Map();
  let onScreen = [];
  let last = performance.now();
  let used = last;
  let sent = last;
  let isOver = false;
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) near[isIntersecting ? 'add' : 'delete'](target);
    tick();
  });
  for (const page of document.querySelectorAll('[data-page]')) observer.observe(page);
  const isShown = (page) => {
    const { top, bottom, left, right, width, height } = page.getBoundingClientRect();
    const high = Math.min(bottom, innerHeight) - Math.max(top, 0);
    const wide = Math.min(right, innerWidth) - Math.max(left, 0);
    if (high <= 0 || wide <= 0) return false;
    return 2 * high * wide >= Math.min(width * height, innerWidth * innerHeight);
  };
  const add = (page, more) => seconds.set(page, (seconds.get(page) ?? 0) + more);
  const tick = () => {
    const now = performance.now();
    const counted = Math.min(now, used + minute) - last;
    if (counted > 0 && now - last < longestTick) for (const page of onScreen) add(page, counted / 1000 / onScreen.length);
    last = now;
    onScreen = document.hidden ? [] : [...near].filter(isShown).map((page) => page.dataset.page);
    if (now - sent >= minute) report();
  };
  const report = async () => {
    const all = [...seconds];
    const sum = all.reduce((sum, [, one]) => sum + one, 0);
    let left = document.hidden ? Math.round(sum) : Math.floor(sum);
    if (isOver || left < 1) return;
    sent = performance.now();
    const parts = new Map(all.map(([page, one]) => [page, Math.max(Math.floor(one), 0)]));
    for (const one of parts.values()) left -= one;
    for (const [page] of all.sort(([, a], [, b]) => (b % 1) - (a % 1)).slice(0, Math.max(left, 0)))
      parts.set(page, parts.get(page) + 1);
    const batch = [...parts].filter(([, one]) => one > 0);
    if (batch.length === 0) return;
    for (const [page, one] of batch) add(page, -one);
    const body = new URLSearchParams({ view, seconds: batch.map((part) => part.join(':')).join() });
    if (!('keepalive' in Request.prototype)) return navigator.sendBeacon(times, body);
    const answer = await fetch(times, { method: 'POST', body, keepalive: true }).catch(() => undefined);
    if (answer?.ok) {
      // The service accounts in whole seconds, so it may leave one to the next report. More than one is not its second.
      const accepted = new Map(Object.entries((await answer.json().catch(() => ({}))).seconds ?? {}));
      const lost = batch.map(([page, one]) => [page, one - (accepted.get(page) ?? 0)]).filter(([, one]) => one > 0);
      if (lost.length === 1 && lost[0][1] === 1) add(...lost[0]);
    } else if (answer && answer.status < 500 && answer.status !== 429) isOver = true;
    else for (const [page, one] of batch) add(page, one);
  };
  const use = () => {
    tick();
    used = performance.now();
  };
  for (const name of ['pointermove', 'pointerdown', 'touchmove', 'keydown', 'wheel', 'scroll'])
    addEventListener(name, use, { passive: true, capture: true });
  const leave = () => {
    tick();
    report();
  };
  document.addEventListener('visibilitychange', () => (document.hidden ? leave() : use()));
  addEventListener('pagehide', leave);
  setInterval(tick, 250);
})();`;

/** Returns the sentence for readers that times are counted. It names the view for the script. */
export const timesNote = ({ id }: Pick<DocumentItem, 'id'>, { viewId }: Pick<Reader, 'viewId'>): Html =>
  html` <span id="times" data-times="${linkTo(documentPath(id))}" data-view="${viewId}">${t('document.times')}</span>`;
