import { compact } from '../style.ts';

/** The style of the path through the folders of a room, and of the links to the documents beside one. */
export const placeStyle = compact(`
.path ol { display: flex; flex-wrap: wrap; gap: 0 var(--s2); font-size: var(--text); }
.path li + li::before { content: '›'; margin-inline-end: var(--s2); color: var(--quiet); }
.path a { display: inline-flex; align-items: center; min-height: 2.75rem; }
.beside { display: flex; justify-content: space-between; gap: var(--s3); flex-wrap: wrap; }
.beside a { display: inline-flex; align-items: center; min-height: 2.75rem; max-width: 100%; }
.beside .before::before { content: '‹'; margin-inline-end: var(--s2); }
.beside .after { margin-inline-start: auto; }
.beside .after::after { content: '›'; margin-inline-start: var(--s2); }
@media (max-width: 40rem) { .lead > .path li:not(:first-child):not(:last-child) { display: none; } .lead > .path ol { flex-wrap: nowrap; white-space: nowrap; overflow: hidden; } }
@media print { .path, .beside, .find { display: none; } }
`);

/** The style of the page of a room. */
export const roomStyle =
  placeStyle +
  compact(`
.room { flex: 1; display: grid; align-content: start; gap: var(--s5); width: 100%; max-width: 60rem; margin: 0 auto; padding: var(--s6) var(--s4) var(--s7); }
.room .paging { margin-block: calc(-1 * var(--s3)); flex-wrap: wrap; }
.find { display: grid; gap: var(--s1); }
.find label { color: var(--quiet); font-size: var(--small); }
.find span { display: flex; gap: var(--s2); }
.find input { flex: 1; min-width: 0; min-height: 2.75rem; padding: var(--s2) var(--s3); border: 1px solid var(--quiet); border-radius: 4px; background: var(--paper); color: var(--ink); font: inherit; }
.find .button { flex: none; }
.items { border-block: 1px solid var(--line); }
.items h2 { padding-block: var(--s4) var(--s2); }
.items > p { padding-block: var(--s5); color: var(--quiet); }
.items li { border-top: 1px solid var(--line); }
.items > ol > li:first-child { border-top: 0; }
.items :is(li > a, summary) { display: flex; gap: var(--s3); align-items: baseline; min-height: 2.75rem; padding: var(--s3) var(--s2); text-decoration: none; }
.items li > a:hover bdi { text-decoration: underline; }
.items :is(li > a:hover, summary:hover) { background: var(--note); }
.items summary { cursor: pointer; font-weight: var(--bold); }
.items summary::after { content: ''; flex: none; width: .5rem; height: .5rem; margin-inline-start: auto; border-inline-end: 2px solid var(--quiet); border-block-end: 2px solid var(--quiet); transform: rotate(45deg); }
.items details[open] > summary::after { transform: rotate(225deg); }
.items .folder { font-weight: var(--bold); color: var(--ink); }
.items .folder::after { content: '›'; margin-inline-start: auto; color: var(--quiet); }
.items .number { flex: none; min-width: 2.5rem; color: var(--quiet); font-weight: var(--regular); font-variant-numeric: tabular-nums; }
.items .hit { flex-wrap: wrap; row-gap: var(--s1); }
.hit .words { flex: 1 0 100%; color: var(--ink); }
.hit .words.quiet { color: var(--quiet); font-size: var(--small); }
mark { background: rgb(255 200 0 / .35); color: inherit; }
.items details > ol, .items .none { margin-inline-start: var(--s5); border-top: 1px solid var(--line); }
.items details > ol > li:first-child { border-top: 0; }
.items .none { padding: var(--s3) var(--s2); color: var(--quiet); font-size: var(--text); }
@media (max-width: 40rem) { .items details > ol, .items .none { margin-inline-start: var(--s3); } .find .button { flex: none; } }
`);
