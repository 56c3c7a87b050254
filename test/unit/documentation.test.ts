import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { interrupted } from '../../functions/workers/deliverWebhook/attempt.ts';
import { errorCodes, problemCodes } from '../../shared/contract/errorCodes.ts';
import { permissions } from '../../shared/contract/permissions.ts';
import { invalidBodyStatus } from '../../shared/contract/words/errorCodes.ts';
import { postErrors } from '../../shared/webhooks/postErrors.ts';
import { allPages, linesOfRelease, longerPages, pageBudget } from '../documentation/budgets.ts';
import { keysPage, textOfKeys } from '../documentation/keyTable.ts';
import { textOfThreats, threatsFile, threatsOfPages } from '../documentation/threats.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const generated = ['node_modules', 'dist', 'cdk.out'];
const files = globSync('**/*.md', { cwd: repository, exclude: (path) => generated.includes(basename(path)) });

const read = (file: string): string => readFileSync(join(repository, file), 'utf8');

/** The links of a page to files or headings, such as `shared/README.md#decisions`. */
const linksIn = (file: string): string[] =>
  [...withoutCode(read(file)).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) =>
    /^[a-z]+:/.test(target) ? [] : [target.startsWith('#') ? file + target : join(dirname(file), target)],
  );

const withoutCode = (markdown: string): string =>
  markdown.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, '');

/** The anchors of the headings of a page on GitHub. */
const anchorsIn = (file: string): string[] =>
  [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** The cells of the rows of the tables in a page, in order. */
const rowsIn = (file: string): string[][] =>
  [...read(file).matchAll(/^\| (.*) \|$/gm)].map(([, row = '']) => row.split(' | '));

const codeIn = (cell = ''): string[] => [...cell.matchAll(/`([^`]*)`/g)].map(([, code = '']) => code);

test.for(files)('the links of %s have a target', (file) => {
  const broken = linksIn(file).filter((link) => {
    const [target = '', anchor] = link.split('#');
    if (!existsSync(join(repository, target))) return true;
    return anchor !== undefined && !anchorsIn(target).includes(anchor);
  });
  expect(broken).toEqual([]);
});

test('the front page links to every other page, directly or through the page about the code', () => {
  const leadsTo = ['README.md', 'shared/README.md'].flatMap(linksIn).map((link) => link.split('#')[0]);
  const others = files.filter((file) => file.endsWith('README.md') && file !== 'README.md');
  expect(leadsTo).toEqual(expect.arrayContaining(others));
});

const kB = (file: string): number => Buffer.byteLength(read(file)) / 1000;

test('each page keeps its budget, and those with a larger one need it', () => {
  expect(files.filter((file) => kB(file) > (longerPages[file] ?? pageBudget))).toEqual([]);
  expect(Object.keys(longerPages).filter((file) => kB(file) <= pageBudget)).toEqual([]);
});

test(`all pages together have at most ${allPages} kB`, () => {
  expect(files.reduce((sum, file) => sum + kB(file), 0)).toBeLessThanOrEqual(allPages);
});

test(`a release has at most ${linesOfRelease} lines in the changelog`, () => {
  const [, ...releases] = read('CHANGELOG.md')
    .split(/^(?=## )/m)
    .filter((section) => section.startsWith('## '));
  expect(releases.filter((release) => release.trim().split('\n').length > linesOfRelease)).toEqual([]);
});

test('the guide on errors says what to do for each code, with its status', () => {
  const listed = rowsIn('shared/guides/errors.md').flatMap(([status = '', code, todo = '']) =>
    codeIn(code).map((name) => `${status}: ${name}${todo === '' ? ', without a word' : ''}`),
  );
  const expected = [
    ...Object.entries(errorCodes).map(([code, { status }]) => `${status}: ${code}`),
    ...problemCodes.map((code) => `${invalidBodyStatus}: ${code}`),
  ];
  expect(listed).toEqual(expected);
});

test('the guide on keys has the permissions', () => {
  const listed = rowsIn('shared/guides/keys.md').flatMap(([first]) => codeIn(first));
  expect(new Set(listed)).toEqual(new Set(permissions));
});

test('the page on security has a line for each threat, under the section that its page has', () => {
  const entries = [...read('SECURITY.md').matchAll(/^(?:### \[.*\]\((.*)#.*\)|- (.*))$/gm)];
  let page = '';
  const listed = entries.flatMap(([, link, threat = '']) => {
    page = link ?? page;
    return link === undefined && page !== '' ? [{ page, threat }] : [];
  });
  expect(new Set(listed)).toEqual(new Set(threatsOfPages()));
  expect(listed).toHaveLength(new Set(listed.map(({ threat }) => threat)).size);
});

test('the names of the tests of each threat are those in the tests: npm run pages', () => {
  expect(readFileSync(threatsFile, 'utf8')).toBe(textOfThreats());
});

test('the page of the keys is made from the functions that make keys: npm run pages', () => {
  expect(readFileSync(keysPage, 'utf8')).toBe(textOfKeys());
});

test('the guide on webhooks has the errors of attempts', () => {
  const listed = rowsIn('shared/guides/webhooks.md').flatMap(([first]) => codeIn(first));
  expect(new Set(listed)).toEqual(new Set([...postErrors, interrupted.error]));
});
