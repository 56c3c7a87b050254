import { compact } from '../style.ts';

/**
 * The style of a version's pages as pictures in a column. A layer over each picture prevents dragging, and saving by the browser's menu. A
 * printout shows a notice in place of the pictures. This style hinders only careless copies.
 */
export const picturesStyle = compact(`
.pictures { min-width: 0; user-select: none; -webkit-user-select: none; }
.pictures .note { margin: 0 0 var(--s5); user-select: text; -webkit-user-select: text; }
.pictures ol { display: grid; gap: var(--s5); max-width: 60rem; margin: 0 auto; }
.pictures figure { position: relative; margin: 0; }
.pictures figure::after { content: ''; position: absolute; inset: 0 0 2.75rem; }
.pictures img {
  display: block; width: 100%; height: auto; background: #fff; border: 1px solid var(--line); -webkit-touch-callout: none;
}
.pictures figcaption {
  display: flex; align-items: center; justify-content: space-between; min-height: 2.75rem; color: var(--quiet); font-size: var(--small);
}
.missing { padding: var(--s7) var(--s5); border: 1px solid var(--line); background: var(--note); text-align: center; }
.after:focus { outline: none; }
.pictures .paging { margin-top: var(--s4); flex-wrap: wrap; }
.transcript { max-width: 42rem; margin: 0 auto; padding: var(--s6) var(--s4) var(--s8); }
.transcript .text { margin-top: var(--s5); white-space: pre-wrap; user-select: none; -webkit-user-select: none; }
.unprinted { display: none; }
@media (min-width: 64rem) { .pictures { grid-area: 1 / 2 / 3 / 3; } .document { align-items: start; } }
@media print { .pictures, .transcript .text { display: none; } .unprinted { display: block; margin-top: var(--s6); } }
`);
