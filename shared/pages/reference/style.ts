import { compact } from '../style.ts';

/** The style of the reference, in addition to the style of all pages. */
export const referenceStyle = compact(`
.reference { display: grid; gap: var(--s4) var(--s7); width: 100%; padding: var(--s6) var(--s4) var(--s8); grid-template-columns: minmax(0, 1fr); }
.reference h2 { margin-top: var(--s7); font-size: var(--head); line-height: 1.3; }
.text > section > h2 { padding-top: var(--s5); border-top: 1px solid var(--line); font: var(--regular) var(--title)/1.25 var(--serif); }
.text > :first-child > h2:first-child { margin-top: 0; }
.reference h3 { margin: var(--s5) 0 var(--s1); font-size: var(--text); line-height: 1.4; }
section > article > h3, .text > section > h3 { margin-top: var(--s6); font-size: var(--head); }
.reference :is(h2, h3, li, dt):target { background: var(--note); box-shadow: -.75rem 0 var(--note), .75rem 0 var(--note); }
.text { max-width: 46rem; min-width: 0; }
.text :is(section, article) > :is(p, ul), .text > p { margin-top: var(--s2); }
.text :is(section, article) > ul:not(.parts, .guides) { padding-inline-start: var(--s4); list-style: disc; }
.reference code { font: var(--small)/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace; }
.route { padding: var(--s2) var(--s3); background: var(--note); border-inline-start: 3px solid var(--accent); }
.type, .aside { color: var(--quiet); font-size: var(--text); }
.aside { font-style: italic; }
.fields, .answers { display: block; margin-top: var(--s2); border-bottom: 1px solid var(--line); }
.fields > div, .answers > div { display: block; padding: var(--s2) 0; border-top: 1px solid var(--line); }
.answers > div { display: grid; grid-template-columns: 4.25rem minmax(0, 1fr); gap: var(--s3); }
.codes > div { display: block; }
.fields dt, .codes dt { color: var(--ink); }
.fields .fields { margin: var(--s2) 0 0 var(--s4); border-bottom: 0; }
.text a, .title a { padding: var(--s4) var(--s3); margin-inline: calc(-1 * var(--s3)); }
.gives a { display: inline-flex; align-items: center; min-height: 2.75rem; min-width: 2.75rem; padding-block: 0; text-underline-offset: .35em; }
pre { margin: var(--s2) 0; padding: var(--s3); background: var(--note); white-space: pre-wrap; }
.request { border-inline-start: 3px solid var(--accent); user-select: all; }
.parts { margin-top: var(--s2); }
.parts li { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 var(--s3); padding: var(--s1) 0; border-top: 1px solid var(--line); }
.parts a { display: inline-flex; align-items: center; min-height: 2.75rem; min-width: 2.75rem; padding-block: 0; }
.guides { margin-top: var(--s2); }
.guides li { padding: var(--s2) 0; border-top: 1px solid var(--line); }
.guides .aside { display: block; font-style: normal; }
.parts code { color: var(--quiet); }
.names { display: flex; flex-wrap: wrap; gap: 0 var(--s4); }
.names li { padding: 0; border: 0; }
.search { display: flex; flex-wrap: wrap; gap: var(--s2); margin-bottom: var(--s4); }
.search label { flex: 1 1 100%; font-size: var(--text); }
.search input {
  flex: 1 1 8rem; min-width: 0; min-height: 2.75rem; padding: var(--s2) var(--s3); border: 1px solid var(--quiet); border-radius: 4px;
  background: var(--paper); color: var(--ink); font: inherit;
}
.search .button { flex: none; min-height: 2.75rem; }
.contents { font-size: var(--text); }
.contents h2 { margin: 0; padding: 0; border: 0; font: var(--bold) var(--text)/1.5 var(--sans); }
.contents a { display: flex; align-items: center; min-height: 2.75rem; min-width: 2.75rem; }
.contents [aria-current] { color: var(--ink); text-decoration: none; }
.contents > ul { display: flex; flex-wrap: wrap; gap: 0 var(--s4); }
.contents ul ul { display: none; }
@media (min-width: 64rem) {
  .reference { padding: var(--s6) var(--s6) var(--s8); grid-template: auto 1fr / minmax(14rem, 18rem) minmax(0, 1fr); }
  .title { grid-area: 1 / 2; }
  .text { grid-area: 2 / 2; }
  .side { grid-area: 1 / 1 / 3 / 2; align-self: start; position: sticky; top: 0; max-height: 100vh; padding: var(--s2) var(--s1) var(--s5); overflow-y: auto; }
  .contents > ul { display: block; }
  .contents > ul > li > a { margin-top: var(--s2); }
  .contents ul ul { display: block; padding-inline-start: var(--s3); border-inline-start: 1px solid var(--line); }
  .contents ul ul a { text-decoration: none; }
  .contents ul ul a:hover { text-decoration: underline; }
}
@media print {
  .side { display: none; }
  .reference { display: block; padding: 0; }
  .text { max-width: none; margin-top: var(--s5); }
  .parts a, .gives a { min-height: 0; min-width: 0; }
  .text a, .title a { padding: 0; margin: 0; }
  .reference :is(h2, h3) { break-after: avoid; }
  .reference :is(.route, .request, .fields > div, .answers > div:not(:has(pre))) { break-inside: avoid; }
}
`);
