import { tokens } from './tokens.ts';

/**
 * The style of the pages. Pages look like the entry page, with the typefaces of the device. In the light and the dark scheme, text has a
 * contrast of at least 4.5:1, and the edges of controls have a contrast of at least 3:1 (WCAG 2.2, 1.4.3 and 1.4.11).
 */
const source = `
${tokens}html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 1rem; }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column;
  background: var(--paper); color: var(--ink); font: 1rem/1.55 var(--sans); overflow-wrap: anywhere;
}
h1, h2, p, ul, ol, dl, dd { margin: 0; padding: 0; }
h2 { font-size: 1.0625rem; line-height: 1.4; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
.skip {
  position: absolute; inset-inline-start: 1rem; top: .5rem; z-index: 2; padding: .6rem 1rem; min-height: 2.75rem;
  background: var(--accent); color: var(--on-accent); transform: translateY(-200%);
}
.address { display: none; }

.bar {
  display: flex; align-items: center; justify-content: space-between; gap: 0 1rem;
  padding: .25rem 1.25rem; min-height: 3.25rem; border-bottom: 1px solid var(--line); font-size: .9375rem;
}
.service a { display: inline-flex; align-items: center; min-height: 2.75rem; color: var(--quiet); white-space: nowrap; text-decoration: none; }
.service a:hover { text-decoration: underline; }
.operator { display: inline-flex; align-items: center; gap: .3em; min-height: 2.75rem; padding: 0 .75rem; color: var(--quiet); }
.session { display: flex; align-items: center; gap: .25rem; min-width: 0; margin: 0; margin-inline-end: -.75rem; }
.session .quiet { flex: none; }
.who { max-width: 18rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.quiet {
  display: inline-flex; align-items: center; min-height: 2.75rem; min-width: 2.75rem; padding: 0 .75rem; border: 0;
  background: none; color: var(--accent); font: inherit; text-decoration: underline; text-decoration-thickness: 1px;
  text-underline-offset: .18em; white-space: nowrap; cursor: pointer;
}
.quiet:hover { text-decoration-thickness: 2px; }

.foot { display: flex; flex-wrap: wrap; padding: .25rem .5rem; border-top: 1px solid var(--line); font-size: .9375rem; }

.document { flex: 1; display: grid; gap: 2rem; padding: 2rem 1.25rem 3rem; grid-template-columns: minmax(0, 1fr); }
main { flex: 1; display: flex; flex-direction: column; }
.heading::before {
  content: ''; display: block; width: 3.5rem; height: 3px; margin-bottom: 1.1rem; background: var(--accent);
}
.heading:has(.organization) { display: flex; flex-direction: column; align-items: stretch; }
.heading:has(.organization)::before { order: 1; margin-top: 1.5rem; }
.heading > * { order: 2; }
.heading > .organization { order: 0; font-weight: 600; color: var(--quiet); font-size: .9375rem; }
.heading:has(h1:dir(rtl))::before { align-self: flex-end; margin-inline-start: auto; }
h1 {
  font: 400 clamp(1.9rem, 1.4rem + 2vw, 2.5rem)/1.16 var(--serif); letter-spacing: -.005em; text-wrap: balance;
}
h1.long { font-size: clamp(1.4rem, 1.2rem + .8vw, 1.65rem); line-height: 1.25; }
.subtitle { margin-top: .6rem; font-size: 1.0625rem; }
.subtitle .name { display: block; color: var(--quiet); }
.description { margin-top: .9rem; white-space: pre-line; max-width: 42rem; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.5rem; }
.button {
  display: inline-flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: 0 .6em;
  min-height: 2.75rem; padding: .5rem 1.15rem; border: 1px solid var(--accent); border-radius: 4px;
  background: none; color: var(--accent); font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer;
}
.button:hover { text-decoration: underline; }
.primary { background: var(--accent); color: var(--on-accent); }
.size { font-weight: 400; font-size: .875rem; }
.note {
  margin-top: 1.25rem; padding: .6rem .9rem; border-inline-start: 3px solid var(--line);
  background: var(--note); font-size: .9375rem;
}
.note a, .message p > a:not(.button, .quiet) { padding-block: .95rem; }
.note.old { border-color: var(--accent); }
.note details { margin-block-start: .75rem; }
.note summary { cursor: pointer; padding-block: .5rem; }

.viewer {
  position: relative; display: flex; min-height: 26rem; height: 80vh; background: var(--desk); border: 1px solid var(--line); border-radius: 4px;
  overflow: hidden;
}
.viewer iframe { flex: 1; width: 100%; height: 100%; border: 0; }
.viewer iframe:focus-visible { outline-offset: -3px; }
.waiting, .broken { align-items: center; justify-content: center; padding: 2rem 1.5rem; height: auto; min-height: 20rem; }
.waiting > div, .broken > div { max-width: 26rem; display: grid; gap: .75rem; }
.waiting h2, .broken h2 { font: 400 1.5rem/1.25 var(--serif); }
.broken > div { border-inline-start: 3px solid var(--alert); padding-inline-start: 1.25rem; }
.progress { height: 3px; margin-top: .5rem; background: var(--line); overflow: hidden; }
.progress::before {
  content: ''; display: block; width: 30%; height: 100%; background: var(--accent);
  animation: progress 1.6s ease-in-out infinite alternate;
}
@keyframes progress { to { transform: translateX(233%); } }

.more:focus { outline: none; }
.more { display: grid; gap: 2.25rem; font-size: .9375rem; }
.facts { border-top: 1px solid var(--line); padding-top: 1.1rem; }
dl { display: grid; gap: .5rem; }
dl > div { display: grid; grid-template-columns: 6rem minmax(0, 1fr); gap: 1rem; }
dt { color: var(--quiet); }
.status::before {
  content: ''; display: inline-block; width: .55em; height: .55em; margin-inline-end: .5em; border-radius: 50%;
  background: var(--good);
}
.status.processing::before { background: none; border: 2px solid var(--accent); }
.status.failed { color: var(--alert); }
.status.failed::before { background: var(--alert); border-radius: 0; }
.versions li { position: relative; padding: .85rem 0; border-top: 1px solid var(--line); }
.versions ol { margin-top: .6rem; border-bottom: 1px solid var(--line); }
.versions li a { font-weight: 600; }
.versions li a::after { content: ''; position: absolute; inset: 0; }
.versions li:hover { background: var(--note); box-shadow: .75rem 0 var(--note), -.75rem 0 var(--note); }
.current {
  margin-inline-start: .4em; padding: .05em .6em; border: 1px solid var(--accent); border-radius: 1em; color: var(--accent);
  font-size: .8125rem;
}
.versions .status { margin-inline-start: .4em; }
.governance, .retention, .readers, .earlier, .shares { border-top: 1px solid var(--line); padding-top: 1.1rem; }
.governance li, .retention li, .readers li, .earlier li, .shares li { padding: .5rem 0; }
.governance .name, .retention .name, .readers .name, .earlier .name, .shares .name { font-weight: 600; overflow-wrap: anywhere; }
.retention h2 + p { margin-top: .5rem; }
.earlier .description { margin-top: .3rem; overflow-wrap: anywhere; }
.shares li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 .5rem; }
.shares li > p { grid-column: 1; }
.shares li > form { grid-area: 1 / 2 / span 4; align-self: center; display: grid; justify-items: end; gap: .25rem; }
.share { display: grid; gap: .75rem; margin-top: 1rem; }
.share label { display: block; font-weight: 600; }
.share input, .share textarea {
  width: 100%; min-height: 2.75rem; margin-top: .25rem; padding: .5rem .75rem; border: 1px solid var(--quiet); border-radius: 4px;
  background: var(--paper); color: var(--ink); font: inherit;
}
.share label:has(input) { display: flex; align-items: center; gap: .5rem; min-height: 2.75rem; }
.share input[type=checkbox] { flex: none; width: 1.25rem; min-height: 1.25rem; margin: 0; }
.changes, .when { color: var(--quiet); }
.when { font-size: .875rem; }
.paging { display: flex; gap: .5rem; margin-inline-start: -.75rem; }

.message { width: 100%; max-width: 36rem; margin: 0 auto; padding: 16vh 1.25rem 4rem; }
.message::before { content: ''; display: block; width: 3.5rem; height: 3px; margin-bottom: 1.1rem; background: var(--accent); }
.message p { margin-top: .9rem; }
.terms { margin-top: 1.5rem; padding: 1rem 1.25rem 1.25rem; background: var(--note); border-inline-start: 3px solid var(--line); }
.subject { display: grid; }
.subject strong { font-size: 1.125rem; }
.subject span { color: var(--quiet); }
.terms p { white-space: pre-wrap; overflow-wrap: anywhere; }
.accepted { margin-top: 1rem; padding-top: .75rem; border-top: 1px solid var(--line); font-size: .9375rem; }
.accepted li { padding: .25rem 0; }
.message .recorded { margin-top: 1.5rem; color: var(--quiet); font-size: .9375rem; }

@media (min-width: 64rem) {
  .bar { padding-inline: 2rem; }
  .foot { padding-inline: 1.25rem; }
  .document {
    grid-template: auto 1fr / minmax(21rem, 27rem) minmax(0, 1fr); gap: 2rem 2.5rem; padding: 2.25rem 2rem 3rem;
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
  .bar { flex-wrap: wrap; }
  .session { flex: 1 1 100%; justify-content: space-between; }
}
@media (prefers-reduced-motion: reduce) {
  .progress::before { animation: none; width: 100%; opacity: .5; }
}
@media (forced-colors: active) {
  .heading::before, .message::before, .status::before { forced-color-adjust: none; }
}
@media print {
  :root { --paper: #fff; --ink: #000; --quiet: #444; --line: #bbb; --accent: #1a4a78; }
  .skip, .bar, .foot, .actions, .viewer, .paging, .shares form { display: none; }
  .document { display: block; padding: 0; }
  .address { display: block; margin-top: 2rem; color: var(--quiet); }
  .more { margin-top: 2rem; }
}
`;

/** Returns a style sheet without unneeded white space. */
export const compact = (sheet: string): string =>
  sheet
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .trim();

export const styleSheet = compact(source);
