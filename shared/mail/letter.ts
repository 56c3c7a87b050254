import type { Language } from '../contract/enumerations.ts';
import { shownInLine, shownLine, shownLinesOf } from '../contract/shownText.ts';
import { type Html, html, trusted } from '../text/html.ts';
import { type ValuesOf, type Worded, type WordKey, worded } from '../words/worded.ts';
import { inWords } from '../words/words.ts';

/** The words of a mail. Its plain text and its HTML have the same words. */
export interface Letter {
  readonly language: Language;
  readonly subject: string;
  /** The first paragraph says who sends the mail and why. */
  readonly paragraphs: readonly string[];
  /** The title of the document that the mail is about. It stands on a line of its own below the first paragraph. Default: none */
  readonly title?: string | undefined;
  /** The message that the sender wrote. Default: none */
  readonly quoted?: string | undefined;
  /** The link to the one thing that the receiver should do. */
  readonly action: { readonly label: string; readonly url: string };
  readonly afterwards: readonly string[];
  /** The link with which the receiver stops such mail. */
  readonly choice: { readonly label: string; readonly url: string };
}

/** The words of a mail without the link to stop mail, and the receiver of the mail. */
export interface Composed extends Omit<Letter, 'choice'> {
  /** The address of the receiver. */
  readonly email: string;
  /** The name of the organization or person whose mail the receiver can stop. */
  readonly senderName: string;
}

/** Returns a time in UTC as mails show it: 2026-11-26 10:50. The text does not name the time zone. */
export const minuteOf = (time: string | number): string =>
  new Date(time).toISOString().slice(0, 16).replace('T', ' ');

/** Returns the name of the service for a mail of an organization, or of a person outside of any. */
export const serviceOf = (organization: { readonly name: string } | undefined): Worded =>
  organization ? worded('mail.serviceOf', { organization: organization.name }) : worded('mail.service');

/**
 * Returns the text of a key for a mail. People wrote the values, such as names and titles: each is shown on one line and cannot change the
 * text around it. Use this function for all texts with values in mails.
 */
export const say = <Key extends WordKey>(key: Key, ...[values]: ValuesOf<Key>): string =>
  inWords(inLines({ key, values }));

const inLines = ({ key, values = {} }: Worded): Worded => ({
  key,
  values: Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value === 'string') return [name, shownInLine(value)];
      return [name, typeof value === 'object' && 'key' in value ? inLines(value) : value];
    }),
  ),
});

/** Returns a text as a quote in plain text. */
const quote = (text: string): string =>
  shownLinesOf(text)
    .map((line) => `> ${line}`)
    .join('\n');

/** Returns a letter as plain text. */
export const asText = ({ paragraphs, title, quoted, action, afterwards, choice }: Letter): string =>
  [
    ...paragraphs.slice(0, 1),
    ...(title === undefined ? [] : [quote(shownLine(title))]),
    ...paragraphs.slice(1),
    ...(quoted ? [quote(quoted)] : []),
    `${action.label}:\n${action.url}`,
    ...afterwards,
    `${choice.label}:\n${choice.url}`,
  ].join('\n\n');

/** Mail programs that follow `prefers-color-scheme` show the dark colors. Others show the light ones, or change colors themselves. */
const style = trusted(`
:root { color-scheme: light dark; supported-color-schemes: light dark }
body { margin: 0; background: #f4f6f8; color: #1c2733; font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif }
main { max-width: 34em; margin: 0 auto; padding: 24px 20px; background: #fff; overflow-wrap: anywhere }
blockquote { margin: 0 0 16px; padding: 0 0 0 12px; border-left: 3px solid #8a99a8; white-space: pre-wrap }
p { margin: 0 0 16px }
a { color: #1a4a78 }
.action { display: inline-block; padding: 12px 20px; border-radius: 6px; background: #1a4a78; color: #fff; text-decoration: none }
.small { font-size: 14px }
@media (prefers-color-scheme: dark) {
  body { background: #10161c; color: #e6ebf0 }
  main { background: #1a222b }
  a { color: #9cc7f0 }
  .action { background: #9cc7f0; color: #10161c }
}`);

const paragraph = (text: string): Html => html`<p dir="auto">${text}</p>\n`;
const quotation = (text: string): Html => html`<blockquote dir="auto">${text}</blockquote>\n`;

/** Returns a letter as HTML that loads no other files. */
export const asHtml = ({
  language,
  subject,
  paragraphs,
  title,
  quoted,
  action,
  afterwards,
  choice,
}: Letter): string =>
  html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${subject}</title>
<style>${style}</style>
</head>
<body>
<main>
${paragraphs.slice(0, 1).map(paragraph)}${title !== undefined && quotation(shownLine(title))}${paragraphs.slice(1).map(paragraph)}${quoted && quotation(shownLinesOf(quoted).join('\n'))}<p><a class="action" href="${action.url}">${action.label}</a></p>
<p class="small"><a href="${action.url}">${action.url}</a></p>
${afterwards.map(paragraph)}<p class="small"><a href="${choice.url}">${choice.label}</a></p>
</main>
</body>
</html>`.markup;
