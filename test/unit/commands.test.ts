import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { everyCommand } from '../support/adminCommands.ts';

const page = readFileSync(new URL('../../infra/admin/README.md', import.meta.url), 'utf8');

test('the page of commands lists every command with its arguments, and marks the commands that ask first', () => {
  const listed = [...page.matchAll(/^\| `([a-z][^`]*)` \| .* \| (.*) ?\|$/gm)].map(([, usage, asks = '']) => [
    usage,
    asks.trim() !== '',
  ]);
  const expected = everyCommand().map(({ name, command }) => {
    const words = command.registeredArguments.map((one) =>
      one.required ? `<${one.name()}>` : `[${one.name()}]`,
    );
    return [[name, ...words].join(' '), command.options.some(({ long }) => long === '--yes')];
  });

  expect(listed).toEqual(expected);
});
