import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { everyCommand } from '../support/adminCommands.ts';

const page = readFileSync(new URL('../../infra/admin/README.md', import.meta.url), 'utf8');

test('the page of commands lists every command, and marks the commands that ask first', () => {
  const listed = [...page.matchAll(/^\| `([a-z-]+)` \| (`.*) \|$/gm)].flatMap(
    ([, group = '', commands = '']) =>
      [...commands.matchAll(/`([a-z-]+)`(\\\*)?/g)].map(([, name = '', star]) => [
        name === group ? name : `${group} ${name}`,
        star !== undefined,
      ]),
  );
  const expected = everyCommand().map(({ name, command }) => [
    name,
    command.options.some(({ long }) => long === '--yes'),
  ]);

  expect(listed).toEqual(expected);
});
