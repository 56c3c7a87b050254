import { tokens } from './tokens.ts';

/**
 * The style of the pages. Pages look like the entry page, with the typefaces of the device. In the light and the dark scheme, text has a
 * contrast of at least 4.5:1, and the edges of controls have a contrast of at least 3:1 (WCAG 2.2, 1.4.3 and 1.4.11).
 */
const source = `
${tokens}html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: var(--s4); }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column;
  background: var(--paper); color: var(--ink); font: var(--text)/1.5 var(--sans); overflow-wrap: anywhere;
}
h1, h2, p, ul, ol, dl, dd { margin: 0; padding: 0; }
h2 { font-size: var(--head); line-height: 1.4; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
.skip {
  position: absolute; inset-inline-start: 1rem; top: .5rem; z-index: 2; padding: var(--s2) var(--s4); min-height: 2.75rem;
  background: var(--accent); color: var(--on-accent); transform: translateY(-200%);
}
.address { display: none; }

.bar {
  display: flex; align-items: center; justify-content: space-between; gap: 0 var(--s4);
  padding: var(--s1) var(--s4); min-height: 3.25rem; border-bottom: 1px solid var(--line); font-size: var(--text);
}
.service a { display: inline-flex; align-items: center; min-height: 2.75rem; color: var(--quiet); white-space: nowrap; text-decoration: none; }
.service a:hover { text-decoration: underline; }
.operator { display: inline-flex; align-items: center; gap: var(--s1); min-height: 2.75rem; padding: 0 var(--s3); color: var(--quiet); }
.session { display: flex; align-items: center; gap: var(--s1); min-width: 0; margin: 0; margin-inline-end: calc(-1 * var(--s3)); }
.session .quiet { flex: none; }
.who { max-width: 18rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.quiet {
  display: inline-flex; align-items: center; min-height: 2.75rem; min-width: 2.75rem; padding: 0 var(--s3); border: 0;
  background: none; color: var(--accent); font: inherit; text-decoration: underline; text-decoration-thickness: 1px;
  text-underline-offset: .18em; white-space: nowrap; cursor: pointer;
}
.quiet:hover { text-decoration-thickness: 2px; }

.foot { display: flex; flex-wrap: wrap; padding: var(--s1) var(--s2); border-top: 1px solid var(--line); font-size: var(--text); }

.document { flex: 1; display: grid; gap: var(--s6); padding: var(--s6) var(--s4) var(--s7); grid-template-columns: minmax(0, 1fr); }
main { flex: 1; display: flex; flex-direction: column; }
.heading::before {
  content: ''; display: block; width: 3.5rem; height: 3px; margin-bottom: var(--s4); background: var(--accent);
}
.heading:has(.organization) { display: flex; flex-direction: column; align-items: stretch; }
.heading:has(.organization)::before { order: 1; margin-top: var(--s5); }
.heading > * { order: 2; }
.heading > .organization { order: 0; color: var(--quiet); font-size: var(--text); }
.heading:has(h1:dir(rtl))::before { align-self: flex-end; margin-inline-start: auto; }
h1 {
  font: var(--regular) var(--display)/1.15 var(--serif); letter-spacing: -.005em; text-wrap: balance;
}
h1.long { font-size: var(--title); line-height: 1.25; }
.subtitle { margin-top: var(--s2); font-size: var(--head); }
.subtitle .name { display: block; color: var(--quiet); }
.description { margin-top: var(--s4); white-space: pre-line; max-width: 42rem; }
.actions { display: flex; flex-wrap: wrap; gap: var(--s3); margin-top: var(--s5); }
.button {
  display: inline-flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: 0 var(--s2);
  min-height: 2.75rem; padding: var(--s2) var(--s4); border: 1px solid var(--accent); border-radius: 4px;
  background: none; color: var(--accent); font: inherit; text-align: center; text-decoration: none; cursor: pointer;
}
.button:hover { text-decoration: underline; }
.primary { background: var(--accent); color: var(--on-accent); }
.size { font-size: var(--small); }
.note {
  margin-top: var(--s4); padding: var(--s2) var(--s4); border-inline-start: 3px solid var(--line);
  background: var(--note); font-size: var(--text);
}
.note a, .message p > a:not(.button, .quiet) { padding-block: var(--s4); }
.note.old { border-color: var(--accent); }
.note details { margin-block-start: var(--s3); }
.note summary { cursor: pointer; padding-block: var(--s2); }

.viewer {
  position: relative; display: flex; min-height: 26rem; height: 80vh; background: var(--desk); border: 1px solid var(--line); border-radius: 4px;
  overflow: hidden;
}
.viewer iframe { flex: 1; width: 100%; height: 100%; border: 0; }
.viewer iframe:focus-visible { outline-offset: -3px; }
.waiting, .broken { align-items: center; justify-content: center; padding: var(--s6) var(--s5); height: auto; min-height: 20rem; }
.waiting > div, .broken > div { max-width: 26rem; display: grid; gap: var(--s3); }
.waiting h2, .broken h2 { font: var(--regular) var(--title)/1.25 var(--serif); }
.broken > div { border-inline-start: 3px solid var(--alert); padding-inline-start: var(--s4); }
.progress { height: 3px; margin-top: var(--s2); background: var(--line); overflow: hidden; }
.progress::before {
  content: ''; display: block; width: 30%; height: 100%; background: var(--accent);
  animation: progress 1.6s ease-in-out infinite alternate;
}
@keyframes progress { to { transform: translateX(233%); } }

.more:focus { outline: none; }
.more { display: grid; gap: var(--s6); font-size: var(--text); }
.facts { border-top: 1px solid var(--line); padding-top: var(--s4); }
dl { display: grid; gap: var(--s2); }
dl > div { display: grid; grid-template-columns: 6rem minmax(0, 1fr); gap: var(--s4); }
dt { color: var(--quiet); }
:is(dd, li) bdi { display: inline-block; max-width: 100%; vertical-align: bottom; }
.status::before {
  content: ''; display: inline-block; width: .55em; height: .55em; margin-inline-end: var(--s2); border-radius: 50%;
  background: var(--good);
}
.status.processing::before { background: none; border: 2px solid var(--accent); }
.status.failed { color: var(--alert); }
.status.failed::before { background: var(--alert); border-radius: 0; }
.versions li { position: relative; padding: var(--s3) 0; border-top: 1px solid var(--line); }
.versions ol { margin-top: var(--s2); border-bottom: 1px solid var(--line); }
.versions li a::after { content: ''; position: absolute; inset: 0; }
.versions li:hover { background: var(--note); box-shadow: .75rem 0 var(--note), -.75rem 0 var(--note); }
.current {
  margin-inline-start: var(--s2); padding: 0 var(--s2); border: 1px solid var(--accent); border-radius: 1em; color: var(--accent);
  font-size: var(--small);
}
.versions .status { margin-inline-start: var(--s2); }
.changes, .when { color: var(--quiet); }
.when { font-size: var(--small); }
.paging { display: flex; gap: var(--s2); margin-inline-start: calc(-1 * var(--s3)); }

.message { width: 100%; max-width: 36rem; margin: 0 auto; padding: calc(2 * var(--s8)) var(--s4) var(--s8); }
.message::before { content: ''; display: block; width: 3.5rem; height: 3px; margin-bottom: var(--s4); background: var(--accent); }
.message p { margin-top: var(--s4); }
.terms { margin-top: var(--s5); padding: var(--s4) var(--s4) var(--s4); background: var(--note); border-inline-start: 3px solid var(--line); }
.subject { display: grid; }
.subject strong { font-size: var(--head); }
.subject span { color: var(--quiet); }
.terms p { white-space: pre-wrap; overflow-wrap: anywhere; }
.accepted { margin-top: var(--s4); padding-top: var(--s3); border-top: 1px solid var(--line); font-size: var(--text); }
.accepted li { padding: var(--s1) 0; }
.message .recorded { margin-top: var(--s5); color: var(--quiet); font-size: var(--text); }

@media (min-width: 64rem) {
  .bar { padding-inline: var(--s6); }
  .foot { padding-inline: var(--s4); }
  .document {
    grid-template: auto 1fr / minmax(21rem, 27rem) minmax(0, 1fr); gap: var(--s6) var(--s6); padding: var(--s6) var(--s6) var(--s7);
  }
  .lead { grid-area: 1 / 1; }
  .more { grid-area: 2 / 1; align-content: start; }
  .viewer {
    grid-area: 1 / 2 / 3 / 3; align-self: start; position: sticky; top: 1.5rem;
    height: calc(100vh - 6.5rem); height: calc(100dvh - 6.5rem);
  }
  .waiting, .broken { max-height: 36rem; }
}
@media (max-width: 40rem), (hover: none) and (pointer: coarse) {
  .viewer:has(iframe) { display: none; }
  .button { flex: 1 1 100%; min-height: 3rem; }
  .open { order: -1; background: var(--accent); color: var(--on-accent); }
  .primary:has(+ .open) { background: none; color: var(--accent); }
}
@media (max-width: 26rem) {
  .bar:has(form) { flex-wrap: wrap; }
  form.session { flex: 1 1 100%; justify-content: space-between; }
}
@media (prefers-reduced-motion: reduce) {
  .progress::before { animation: none; width: 100%; opacity: .5; }
}
@media (forced-colors: active) {
  .heading::before, .message::before, .status::before { forced-color-adjust: none; }
}
@media print {
  :root { --paper: #fff; --ink: #000; --quiet: #444; --line: #bbb; --accent: #1a4a78; }
  .skip, .bar, .foot, .actions, .viewer, .paging { display: none; }
  .document { display: block; padding: 0; }
  .address { display: block; margin-top: var(--s6); color: var(--quiet); }
  .more { margin-top: var(--s6); }
}
`;

/** Returns a style sheet without unneeded white space. */
export const compact = (sheet: string): string =>
  sheet
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .trim();

export const styleSheet = compact(source);
