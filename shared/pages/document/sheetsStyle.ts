import { compact } from '../style.ts';

/**
 * The style of the bar, and of the pages below it, as pictures or drawn. The script sets `--zoom` and, for each page, `--shape`: width by
 * height. In a narrow window all but the title folds away, so that the first page is in the first third of the screen.
 */
export const sheetsStyle = compact(`
html:has(.tools:not([hidden])) { scroll-padding-top: 7rem; }
.sheets { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--s5); padding: 1px; overflow-x: auto; overflow-y: hidden; overflow-anchor: none; }
.sheets:focus { outline: none; }
.sheets:focus-visible { outline: 3px solid var(--accent); }
.sheets > li {
  --wide: min(100%, 60rem); width: calc(var(--wide) * var(--zoom, 1)); justify-self: safe center; scroll-margin-top: 4rem;
}
.sheets.whole > li { --wide: min(100%, calc((100svh - 7rem) * var(--shape, 1))); }
.tools {
  position: sticky; top: 0; z-index: 3; display: flex; flex-wrap: wrap; align-items: center; min-width: 0; margin-bottom: var(--s4);
  padding-block: var(--s1);  background: var(--paper); border-bottom: 1px solid var(--line); font-size: var(--text);
}
.tools[hidden], .tools [hidden] { display: none; }
.tools :is(button, a) {
  display: inline-flex; align-items: center; justify-content: center; flex: none; width: 2.75rem; height: 2.75rem; padding: 0; border: 0;
  border-radius: 4px; background: none; color: var(--accent); cursor: pointer;
}
.tools :is(button, a):hover, .tools [aria-pressed=true], .tools [aria-expanded=true] { background: var(--note); }
.tools [aria-pressed=true] { box-shadow: inset 0 -2px var(--accent); }
.tools svg { width: 1.25rem; height: 1.25rem; fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
.tools form { display: flex; align-items: center; gap: var(--s1); margin: 0; }
.tools input {
  box-sizing: border-box; min-height: 2.75rem; border: 1px solid var(--edge, var(--quiet)); border-radius: 4px; background: var(--paper); color: var(--ink); font: inherit;
}
.tools .place { margin-inline-end: auto; white-space: nowrap; }
.place input { width: 3.25rem; min-width: 2.75rem; padding: 0 var(--s1); text-align: center; }
.said { color: var(--quiet); font-size: var(--small); }
.said:not(:empty) { order: 1; flex: 1 1 100%; padding: 0 var(--s2) var(--s1); }
.finding { order: 2; flex: 1 1 100%; }
.finding label { flex: 1; min-width: 6rem; }
.finding input { width: 100%; padding: 0 var(--s2); }
.contents {
  position: absolute; inset: 100% 0 auto; max-height: 60vh; overflow: auto; background: var(--paper); border: 1px solid var(--line);
  border-width: 1px 0; overscroll-behavior: contain;
}
.contents ol { list-style: none; padding-inline-start: var(--s4); }
.contents > ol { padding: 0; }
.contents :is(a, button) { width: auto; max-width: 100%; height: auto; min-height: 2.75rem; padding: 0 var(--s3); justify-content: flex-start; text-align: start; white-space: normal; }
.contents button:disabled { color: var(--quiet); text-decoration: none; cursor: default; }
.fold { display: none; }
@media (max-width: 26rem) { .print { display: none !important; } }
@media (scripting: enabled) and (max-width: 40rem) {
  .document:has(.fold) { padding-top: var(--s2); gap: var(--s2); }
  .lead:has(.fold) { display: grid; grid-template-columns: minmax(0, 1fr) auto; column-gap: var(--s2); }
  .lead:has(.fold) > * { grid-column: 1 / 3; }
  .lead > .fold { display: block; grid-area: 1 / 2; }
  .lead > .heading:has(~ .fold), .fold ~ .heading { grid-area: 1 / 1; }
  .fold summary { display: flex; align-items: center; justify-content: center; width: 2.75rem; height: 2.75rem; color: var(--accent); cursor: pointer; }
  .fold summary::-webkit-details-marker { display: none; }
  .fold summary::before { content: ''; width: .5rem; height: .5rem; border: solid; border-width: 0 2px 2px 0; transform: translateY(-25%) rotate(45deg); }
  .fold[open] summary::before { transform: translateY(25%) rotate(-135deg); }
  .fold:not([open]) ~ :not(.heading, .old, #replaced, .preview) { display: none; }
  .fold:not([open]) ~ .heading::before, .fold:not([open]) ~ .heading > :not(h1) { display: none; }
  .fold:not([open]) ~ .heading > h1 {
    overflow: hidden; font-size: var(--head); line-height: 2.75rem; text-overflow: ellipsis; white-space: nowrap;
  }
  .tools { margin-inline: calc(-1 * var(--s4)); padding-inline: var(--s1); margin-bottom: var(--s2); }
}
@media (min-width: 64rem) { .document:has(.sheets) { align-items: start; } }
@media print { .tools { display: none; } }
`);
