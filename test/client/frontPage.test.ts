import { afterAll, beforeAll, expect, test } from 'vitest';
import { blocksOf, type Terminal, terminal } from './pasting.ts';

const blocks = await blocksOf('README.md');

/** The blocks for a second terminal, in order. */
const pasted = blocks.filter(({ text }) => !/^(npm ci|npx cdk)/.test(text));

let reader: Terminal;
beforeAll(async () => {
  reader = await terminal();
}, 60_000);
afterAll(() => reader[Symbol.asyncDispose]());

test('the front page begins with the commands that start the service and test it', () => {
  const commands = blocks.filter(({ text }) => text.startsWith('npm ci')).map(({ text }) => text);
  expect(commands).toEqual(['npm ci\nnpm start\n', 'npm ci\nnpm test\n']);
});

test('every other command of the front page works as it is', async () => {
  const script = pasted.map(({ language, text }) =>
    language === 'js'
      ? `cat > "$DATA/try/upload.mjs" <<'END'\n${text}END\n(cd "$DATA/try" && node upload.mjs)\n`
      : text,
  );
  const output = await reader.paste(`${script.join('\n')}\nls "$DATA"`);

  expect(output).toContain('"processing_status":"ready"');
  expect(output).toMatch(/^Entry page: .*entry-page\.pdf {2}Document: http/m);
  expect(output).toContain('policy.attached');
  expect(output).toMatch(/^Entry page: http/m);
  expect(output).toMatch(/^Master agreement (processing|ready)$/m);
  expect(output).toMatch(/^entry-page\.pdf$/m);
});

test('the stage that the front page deploys can be synthesized', async () => {
  const deployments = blocks.filter(({ text }) => text.startsWith('npx cdk deploy'));
  expect(deployments).toHaveLength(1);
  for (const { text } of deployments)
    await reader.paste(
      `${text.replace('cdk deploy', 'cdk synth --quiet').trim()} --output "$DATA_DIR/cdk.out"`,
    );
});
