import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../support/receivers/listening.ts';
import { type Block, blocksOf, type Terminal, terminal } from './pasting.ts';

const textOf = (blocks: readonly Block[]) => blocks.map(({ text }) => text).join('\n');

/** Returns the blocks of a page in one language. */
const blocksIn = async (page: string, language: string) =>
  (await blocksOf(page)).filter((block) => block.language === language);

/** The commands of the front page that create its first document. Commands of other pages use the variables that these commands set. */
const [variables, upload] = (await blocksIn('README.md', 'sh')).filter(({ text }) =>
  /^(export DATA|DOCUMENT)=/.test(text),
);
const [install] = (await blocksIn('README.md', 'sh')).filter(({ text }) => text.startsWith('npm run client'));
if (!variables || !upload || !install) throw new Error('The front page has other commands');

let reader: Terminal;
beforeAll(async () => {
  reader = await terminal();
}, 60_000);
afterAll(() => reader[Symbol.asyncDispose]());

test('the commands for a large file work as they are', async () => {
  const commands = await blocksIn('shared/contract/README.md', 'sh');

  const output = await reader.paste(textOf([variables, ...commands]));

  expect(output).toContain('"title":"Building plans"');
});

test('the sample on the page about the client works in a project made by npm init', {
  timeout: 120_000,
}, async () => {
  const [sample] = await blocksIn('shared/client/README.md', 'js');

  const output = await reader.paste(
    `${textOf([variables, install])}\ncd "$DATA/try"\ncat > sample.mjs <<'END'\n${sample?.text}END\nnode sample.mjs`,
  );

  expect(output).toMatch(/^No such document\./m);
});

test('the receiver on the page about webhooks gets an event, with the commands as they are', {
  timeout: 120_000,
}, async () => {
  const [receiver] = await blocksIn('shared/webhooks/README.md', 'ts');
  const [register, change, ...seeing] = await blocksIn('shared/webhooks/README.md', 'sh');
  if (!receiver || !register || !change) throw new Error('The page about webhooks has other commands');
  // The receiver imports a package. Node.js finds the package only from a folder within the repository.
  const local = fileURLToPath(new URL('../../.local', import.meta.url));
  await mkdir(local, { recursive: true });
  const folder = await mkdtemp(join(local, 'receiver-'));
  const port = String(await freePort());
  const here = ({ text }: Block) =>
    text
      .replaceAll('4443', port)
      .replace('receiver.ts', `"${join(folder, 'receiver.ts')}" > "$DATA/received"`);
  try {
    await writeFile(join(folder, 'receiver.ts'), receiver.text.replaceAll('4443', port));

    const output = await reader.paste(`${textOf([variables, upload])}
${here(register)}
trap 'kill $!' EXIT
${change.text}
for second in $(seq 30); do grep -q document.updated "$DATA/received" && break; sleep 1; done
cat "$DATA/received"
${textOf(seeing)}`);

    expect(output).toMatch(/document\.updated \{$/m);
    expect(output).toContain('"type":"document.updated"');
    expect(output).toMatch(/"secret":"whsec_[^"]+"\}.*\{\}\s*$/s);
  } finally {
    await rm(folder, { recursive: true });
  }
});
