/** The programs of the guides, as a person runs them who has only the address of the service and a key. */
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { guideNames } from '../../shared/pages/guides/names.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { makePdf } from '../support/uploads.ts';

const { base_url: BASE, api_keys } = inject('credentials');
const run = promisify(execFile);

const folder = await temporaryDirectory();
afterAll(() => folder[Symbol.asyncDispose]());

const python = await run('python3', ['-c', 'import requests, sys; assert sys.version_info >= (3, 11)']).then(
  () => true,
  () => false,
);
const withoutPython = python ? '' : '(skipped: this machine lacks Python 3.11 with requests)';

/** The blocks of the guides on the service, by language. The first line of a program has its name. */
const blocks = (
  await Promise.all(
    guideNames.map(async (guide) => {
      const text = await (await fetch(`${BASE}/docs/guides/${guide}.md`)).text();
      return [...text.matchAll(/^```(\w+)\n(.*?)^```/gms)].map(([, language = '', code = '']) => ({
        guide,
        language,
        code,
        name: /^(?:\/\/|#) ([\w.]+)\n/.exec(code)?.[1] ?? '',
      }));
    }),
  )
).flat();
const programs = blocks.filter(({ name }) => name !== '');
const inLanguage = (language: string) =>
  programs
    .filter((program) => program.language === language && !program.name.startsWith('receiver'))
    .map(({ guide, name }): [string, string] => [guide, name]);

const env = { ...process.env, BASE, KEY: api_keys.owner };

/** Runs a command in the folder of a guide. Resolves with its output. */
const inGuide = async (guide: string, command: string, given: readonly string[], input = '') => {
  const running = run(command, given, { cwd: join(folder.path, guide), env });
  running.child.stdin?.end(input);
  return (await running).stdout;
};

beforeAll(async () => {
  const [setup] = blocks.filter(({ guide, language }) => guide === 'first-document' && language === 'sh');
  const pdf = await makePdf();
  for (const guide of guideNames) {
    await mkdir(join(folder.path, guide));
    await writeFile(join(folder.path, guide, 'contract.pdf'), pdf);
    await inGuide(guide, 'bash', ['-e', '-c', setup?.code ?? 'false'], `${api_keys.owner}\n`);
    for (const { name, code, guide: of } of programs)
      if (of === guide || name === 'service.py') await writeFile(join(folder.path, guide, name), code);
  }
});

test('every block of a program in a guide has a name', () => {
  expect(blocks.filter(({ language, name }) => /^(js|python)$/.test(language) && name === '')).toEqual([]);
});

/** What programs print, besides ending without an error. */
const printed: Readonly<Record<string, RegExp>> = {
  first: /^ready http\S+\nhttp\S+\n$/,
  large: /^doc_\w{26} processing\n$/,
};

describe('a program of the guides runs as it is', () => {
  test.for(inLanguage('js'))('in Node.js: %s, %s', async ([guide, name]) => {
    expect(await inGuide(guide, process.execPath, [name])).toMatch(printed[name.split('.')[0] ?? ''] ?? /^/);
  });

  test.skipIf(withoutPython).for(inLanguage('python'))(
    `in Python: %s, %s ${withoutPython}`,
    async ([guide, name]) => {
      expect(await inGuide(guide, 'python3', [name])).toMatch(printed[name.split('.')[0] ?? ''] ?? /^/);
    },
  );
});
