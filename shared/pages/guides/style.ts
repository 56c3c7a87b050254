import { compact } from '../style.ts';

/** The style of guides, in addition to that of the reference: tables, and the button that copies code. */
export const guideStyle = compact(`
.text > h2 { padding-top: var(--s5); border-top: 1px solid var(--line); font: var(--regular) var(--title)/1.25 var(--serif); }
.text > :is(ul, ol) { margin-top: var(--s2); padding-inline-start: var(--s5); list-style: disc; }
.text > ol { list-style: decimal; }
.text > .guides { padding: 0; list-style: none; }
.text li { margin-top: var(--s1); }
.text strong { font-weight: var(--bold); }
.text table { width: 100%; margin-top: var(--s3); border-collapse: collapse; }
.text :is(th, td) { padding: var(--s2) var(--s3) var(--s2) 0; border-top: 1px solid var(--line); text-align: start; vertical-align: top; }
.text th { font-weight: var(--bold); }
.text :is(th, td) { overflow-wrap: break-word; }
.text > table td:last-child { overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
.copy { display: flex; margin: var(--s2) 0 0 auto; }
.copy + pre { margin-top: 0; }
@media print { .copy { display: none; } }
`);
