import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

/** These pages are only in English. */
const inEnglish = ['functions/pages/home.ts', 'shared/pages/guides/', 'shared/pages/reference/'];
/** Names that are the same in all languages, and templates that are attributes. */
const noTexts = /Document Governance|\bPDF\b|[\w-]+="[^"]*"|^ (?:checked|selected)$/g;

/** Pages with templates. */
const files = globSync('{functions/pages,shared/{mail,pages,signIn}}/**/*.ts', { cwd: repository })
  .filter((file) => !inEnglish.some((one) => file.startsWith(one)) && templatesIn(file).length > 0)
  .sort();

/** Returns the text of the template that begins at a place of the source, with a mark for each value, and the place after its end. */
function readTemplate(source: string, start: number): { readonly text: string; readonly end: number } {
  let text = '';
  let at = start;
  while (at < source.length && source[at] !== '`') {
    const isValue = source.startsWith('${', at);
    text += isValue ? '·' : source[at];
    at = isValue ? endOfValue(source, at + 2) : at + 1;
  }
  return { text, end: at + 1 };
}

function endOfValue(source: string, start: number): number {
  let at = start;
  for (let depth = 1; depth > 0; at++) {
    if (source[at] === '{') depth++;
    if (source[at] === '}') depth--;
    if (source[at] === '`') at = readTemplate(source, at + 1).end - 1;
  }
  return at;
}

/** Returns the templates of `html` in a file, with a mark for each value. */
function templatesIn(file: string): string[] {
  const source = readFileSync(join(repository, file), 'utf8');
  return [...source.matchAll(/\bhtml`/g)].map(
    ({ index, 0: tag }) => readTemplate(source, index + tag.length).text,
  );
}

/** Returns the texts and labels of markup. */
const textsIn = (markup: string): string[] => [
  ...markup.replace(/<[^>]*>/g, '\n').split('\n'),
  ...[...markup.matchAll(/\b(?:alt|aria-label|title|placeholder)="([^"]*)"/g)].map(
    ([, label]) => label ?? '',
  ),
];

test.for(files)('the templates of %s have their texts from the catalogue', (file) => {
  const texts = templatesIn(file)
    .flatMap(textsIn)
    .filter((text) => /\p{L}{2}/u.test(text.replaceAll(noTexts, '')));

  expect(texts).toEqual([]);
});
