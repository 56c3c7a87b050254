import { compact } from '../style.ts';

/** The style of the reference, in addition to the style of all pages. */
export const referenceStyle = compact(`
.reference { display: grid; gap: 1rem 3rem; width: 100%; padding: 2rem 1.25rem 4rem; grid-template-columns: minmax(0, 1fr); }
.reference h2 { margin-top: 3rem; font-size: 1.3125rem; line-height: 1.3; }
.text > section > h2 { padding-top: 1.5rem; border-top: 1px solid var(--line); font: 400 1.75rem/1.2 var(--serif); }
.text > :first-child > h2:first-child { margin-top: 0; }
.reference h3 { margin: 1.5rem 0 .3rem; font-size: 1rem; line-height: 1.4; }
section > article > h3, .text > section > h3 { margin-top: 2rem; font-size: 1.1875rem; }
.reference :is(h2, h3, li, dt):target { background: var(--note); box-shadow: -.75rem 0 var(--note), .75rem 0 var(--note); }
.text { max-width: 46rem; min-width: 0; }
.text :is(section, article) > :is(p, ul), .text > p { margin-top: .6rem; }
.text :is(section, article) > ul:not(.parts) { padding-inline-start: 1.2rem; list-style: disc; }
.reference code { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace; }
.route { padding: .45rem .75rem; background: var(--note); border-inline-start: 3px solid var(--accent); }
.type, .aside { color: var(--quiet); font-size: .9375rem; }
.aside { font-style: italic; }
.fields, .answers { display: block; margin-top: .5rem; border-bottom: 1px solid var(--line); }
.fields > div, .answers > div { display: block; padding: .55rem 0; border-top: 1px solid var(--line); }
.answers > div { display: grid; grid-template-columns: 4.25rem minmax(0, 1fr); gap: .75rem; }
.codes > div { display: block; }
.fields dt, .codes dt { color: var(--ink); }
.fields .fields { margin: .5rem 0 0 1rem; border-bottom: 0; }
.text a, .title a { padding: .9rem .7rem; margin-inline: -.7rem; }
.gives a { display: inline-flex; align-items: center; min-height: 2.75rem; min-width: 2.75rem; padding-block: 0; text-underline-offset: .35em; }
pre { margin: .5rem 0; padding: .75rem; background: var(--note); white-space: pre-wrap; }
.request { border-inline-start: 3px solid var(--accent); user-select: all; }
.parts { margin-top: .6rem; }
.parts li { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 .75rem; padding: .35rem 0; border-top: 1px solid var(--line); }
.parts a { display: inline-flex; align-items: center; min-height: 2.75rem; min-width: 2.75rem; padding-block: 0; }
.parts code { color: var(--quiet); }
.names { display: flex; flex-wrap: wrap; gap: 0 1.25rem; }
.names li { padding: 0; border: 0; }
.search { display: flex; flex-wrap: wrap; gap: .4rem; margin-bottom: 1rem; }
.search label { flex: 1 1 100%; font-size: .9375rem; font-weight: 600; }
.search input {
  flex: 1 1 8rem; min-width: 0; min-height: 2.75rem; padding: .4rem .7rem; border: 1px solid var(--quiet); border-radius: 4px;
  background: var(--paper); color: var(--ink); font: inherit;
}
.search .button { flex: none; min-height: 2.75rem; }
.contents { font-size: .9375rem; }
.contents h2 { margin: 0; padding: 0; border: 0; font: 600 1rem/1.4 var(--sans); }
.contents a { display: flex; align-items: center; min-height: 2.75rem; min-width: 2.75rem; }
.contents [aria-current] { color: var(--ink); text-decoration: none; }
.contents > ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; }
.contents ul ul { display: none; }
@media (min-width: 64rem) {
  .reference { padding: 2.25rem 2rem 4rem; grid-template: auto 1fr / minmax(14rem, 18rem) minmax(0, 1fr); }
  .title { grid-area: 1 / 2; }
  .text { grid-area: 2 / 2; }
  .side { grid-area: 1 / 1 / 3 / 2; align-self: start; position: sticky; top: 0; max-height: 100vh; padding: .5rem .25rem 1.5rem; overflow-y: auto; }
  .contents > ul { display: block; }
  .contents > ul > li > a { margin-top: .4rem; font-weight: 600; }
  .contents ul ul { display: block; padding-inline-start: .75rem; border-inline-start: 1px solid var(--line); }
  .contents ul ul a { text-decoration: none; }
  .contents ul ul a:hover { text-decoration: underline; }
}
@media print {
  .side { display: none; }
  .reference { display: block; padding: 0; }
  .text { max-width: none; margin-top: 1.5rem; }
  .parts a, .gives a { min-height: 0; min-width: 0; }
  .text a, .title a { padding: 0; margin: 0; }
  .reference :is(h2, h3) { break-after: avoid; }
  .reference :is(.route, .request, .fields > div, .answers > div:not(:has(pre))) { break-inside: avoid; }
}
`);
