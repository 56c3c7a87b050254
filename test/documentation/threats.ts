import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const pages = 'infra/docs/security/*.md';

/** The file with the names of the tests of each threat, for people who audit the service: `npm run pages` writes it. */
export const threatsFile = join(repository, 'infra/docs/security/tests.json');

/** The tests of a threat, by file: their groups and their name, as in the code. */
type TestsByFile = Record<string, string[]>;

/** Returns the threats in the order of the pages: the headings of the third level. */
export const threatsOfPages = (): { readonly page: string; readonly threat: string }[] =>
  globSync(pages, { cwd: repository })
    .sort()
    .flatMap((page) =>
      [...readFileSync(join(repository, page), 'utf8').matchAll(/^### (.*)$/gm)].map(([, threat = '']) => ({
        page,
        threat,
      })),
    );

/**
 * Returns the tests that prove a protection, for each threat of the pages. A test or a group names its threat in a comment before it:
 * `// Threat: <heading>`. Throws if a comment names no threat, or stands before no test, or if a threat has no test.
 */
export function testsOfThreats(): Record<string, TestsByFile> {
  const tests: Record<string, TestsByFile> = Object.fromEntries(
    threatsOfPages().map(({ threat }) => [threat, {}]),
  );
  for (const file of globSync('{test,infra/host/test}/**/*.test.ts', { cwd: repository }).sort())
    for (const { threat, name } of marksIn(readFileSync(join(repository, file), 'utf8'), file)) {
      const byFile = tests[threat];
      if (!byFile) throw new Error(`${file}: no page in ${pages} has the threat "${threat}"`);
      byFile[file] = [...(byFile[file] ?? []), name];
    }
  for (const [threat, byFile] of Object.entries(tests))
    if (Object.keys(byFile).length === 0)
      throw new Error(`No test has the comment "// Threat: ${threat}" before it`);
  return tests;
}

interface Named {
  readonly start: number;
  readonly end: number;
  readonly title: string;
}

/** Returns the threats that comments of a test file name, each with the full name of the test or group behind the comment. */
function marksIn(source: string, file: string): { readonly threat: string; readonly name: string }[] {
  if (!source.includes('// Threat: ')) return [];
  const { program, comments } = parseSync(file, source);
  const calls = namedCalls(program, source);
  return comments.flatMap(({ value, end }) => {
    const [, threat] = /^ Threat: (.*)$/.exec(value) ?? [];
    if (threat === undefined) return [];
    const [rest = ''] = /^(?:\s|\/\/.*)*/.exec(source.slice(end)) ?? [];
    const call = calls.find(({ start }) => start === end + rest.length);
    if (!call) throw new Error(`${file}: the comment "// Threat: ${threat}" stands before no test`);
    const groups = calls.filter(({ start, end: last }) => start < call.start && call.end <= last);
    return [{ threat, name: [...groups, call].map(({ title }) => title).join(' › ') }];
  });
}

/** Returns the calls whose first argument is a text, such as `test('...', ...)`, from the outermost to the innermost. */
function namedCalls(program: Parameters<Visitor['visit']>[0], source: string): Named[] {
  const calls: Named[] = [];
  new Visitor({
    CallExpression({ start, end, callee, arguments: [title] }) {
      if (!title || !/^(?:test|describe)\b/.test(source.slice(callee.start, callee.end))) return;
      const isText =
        title.type === 'TemplateLiteral' || typeof ('value' in title && title.value) === 'string';
      if (isText) calls.push({ start, end, title: source.slice(title.start + 1, title.end - 1) });
    },
  }).visit(program);
  return calls;
}

/** Returns the text of the file of threats. */
export const textOfThreats = (): string => `${JSON.stringify(testsOfThreats(), undefined, 2)}\n`;
