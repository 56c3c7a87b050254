import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Block, blocksOf, commandsAt, type Terminal, terminal } from './pasting.ts';

const textOf = (blocks: readonly Block[]) => blocks.map(({ text }) => text).join('\n');

const blocks = await blocksOf('README.md');

/** The blocks for a second terminal, in order. */
const pasted = blocks.filter(({ text }) => !/^(npm ci|npx cdk)/.test(text));

let reader: Terminal;
beforeAll(async () => {
  reader = await terminal();
}, 60_000);
afterAll(() => reader[Symbol.asyncDispose]());

describe('the front page', () => {
  test('begins with the commands that start the service and test it', () => {
    const commands = blocks.filter(({ text }) => text.startsWith('npm ci')).map(({ text }) => text);
    expect(commands).toEqual(['npm ci\nnpm start\n', 'npm ci\nnpm test\n']);
  });

  test('has only commands that work as they are', async () => {
    const output = await reader.paste(`${textOf(pasted)}\nls "$DATA"`);

    expect(output).toContain('"processing_status":"ready"');
    expect(output).toMatch(/^Entry page: .*entry-page\.pdf {2}Document: http/m);
    expect(output).toContain('policy.attached');
    expect(output).toMatch(/^entry-page\.pdf$/m);
  });

  test('deploys a stage that can be synthesized', async () => {
    const deployments = blocks.filter(({ text }) => text.startsWith('npx cdk deploy'));
    expect(deployments).toHaveLength(1);
    for (const { text } of deployments)
      await reader.paste(
        `${text.replace('cdk deploy', 'cdk synth --quiet').trim()} --output "$DATA_DIR/cdk.out"`,
      );
  });
});

describe('the reference', () => {
  const inItsFolder = 'mkdir -p "$DATA_DIR/commands" && cd "$DATA_DIR/commands"';

  test('the commands of getting started work, from a key to an entry page', async () => {
    const [readKey = '', first = ''] = await commandsAt(`${reader.credentials.base_url}/docs`);

    const output = await reader.paste(`${inItsFolder}\n${readKey} <<< "$OWN_KEY"\n${first}`, {
      OWN_KEY: reader.credentials.api_keys.owner,
    });

    expect(readKey.split('\n').length + first.split('\n').length).toBeLessThanOrEqual(10);
    expect(output).toContain('"name":"Olivia Owner"');
    expect(output).toMatch(/^\{.*"title":"First document".*\}$/m);
    expect(output).toMatch(/^\{"download_url":"http.*\}$/m);
  });
});
