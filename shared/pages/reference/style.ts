import { compact } from '../style.ts';

/** The style of the reference, besides that of all pages. */
export const referenceStyle = compact(`
.reference { display: grid; gap: 1rem 3rem; width: 100%; padding: 2rem 1.25rem 4rem; grid-template-columns: minmax(0, 1fr); }
.reference h2 { margin-top: 3.5rem; padding-top: 1.5rem; border-top: 1px solid var(--line); font: 400 1.75rem/1.2 var(--serif); }
#overview { margin-top: 1rem; }
.reference h3 { margin-top: 2.5rem; font-size: 1.1875rem; line-height: 1.35; }
.reference h3 code { font-size: 1em; }
.reference h4 { margin: 1.4rem 0 .3rem; font-size: .9375rem; color: var(--quiet); }
.reference :is(h2, h3):target { background: var(--note); box-shadow: -.75rem 0 var(--note), .75rem 0 var(--note); }
.text { max-width: 46rem; min-width: 0; }
.text :is(section, article) > :is(p, ul), .text > p { margin-top: .6rem; }
.text :is(section, article) > ul { padding-inline-start: 1.2rem; list-style: disc; }
.reference code { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace; }
.route { padding: .45rem .75rem; background: var(--note); border-inline-start: 3px solid var(--accent); }
.type, .aside { color: var(--quiet); font-size: .9375rem; }
.aside { font-style: italic; }
.fields, .answers { display: block; margin-top: .5rem; border-bottom: 1px solid var(--line); }
.fields > div, .answers > div { display: block; padding: .55rem 0; border-top: 1px solid var(--line); }
.answers > div { display: grid; grid-template-columns: 4.25rem minmax(0, 1fr); gap: .75rem; }
.fields dt { color: var(--ink); }
.fields .fields { margin: .5rem 0 0 1rem; border-bottom: 0; }
.reference summary { display: flex; align-items: center; min-height: 2.75rem; color: var(--accent); cursor: pointer; }
.reference summary::before { content: '+'; width: 1.1em; font-weight: 600; }
.reference details[open] > summary::before { content: '\\2013'; }
pre { margin: 0 0 .5rem; padding: .75rem; background: var(--note); white-space: pre-wrap; }
.contents { font-size: .9375rem; }
.contents h2 { margin: 0; padding: 0; border: 0; font: 600 1rem/1.4 var(--sans); }
.contents a { display: flex; align-items: center; min-height: 2.75rem; }
.contents > ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; }
.contents ul ul { display: none; }
@media (min-width: 64rem) {
  .reference { padding: 2.25rem 2rem 4rem; grid-template-columns: minmax(14rem, 18rem) minmax(0, 1fr); }
  .title { grid-area: 1 / 2; }
  .text { grid-area: 2 / 2; }
  .contents > ul { display: block; }
  .contents { grid-area: 1 / 1 / 3 / 2; align-self: start; position: sticky; top: 0; max-height: 100vh; padding: .5rem 0 1.5rem; overflow-y: auto; }
  .contents a { min-height: 1.75rem; }
  .contents > ul > li > a { margin-top: .6rem; font-weight: 600; }
  .contents ul ul { display: block; padding-inline-start: .75rem; border-inline-start: 1px solid var(--line); }
  .contents ul ul a { text-decoration: none; }
  .contents ul ul a:hover { text-decoration: underline; }
}
@media print {
  .contents { display: none; }
  .reference { display: block; }
  .reference summary { display: none; }
  .reference article { break-inside: avoid-page; }
}
`);
