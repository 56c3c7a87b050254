import { expect, test } from 'vitest';
import { everyCommand } from '../../support/adminCommands.ts';
import { directoryOfTests } from '../../support/ownDirectory.ts';
import { recordedCommands } from './commands.ts';
import { founded, joined, operator } from './operator.ts';

const stage = operator();
const { answering, refuses, record, everything } = stage;

const asking = recordedCommands(stage, directoryOfTests()).filter(({ asks }) => asks);

/** Commands that ask first and write no entry. Their own tests run them. */
const testedElsewhere = ['restore repair', 'stage clean-up'];

test('exactly the commands that take something away have --yes', () => {
  const withYes = everyCommand().flatMap(({ name, command }) =>
    command.options.some(({ long }) => long === '--yes') ? [name] : [],
  );

  expect(withYes.toSorted()).toEqual(
    [...new Set([...asking.map(({ command }) => command), ...testedElsewhere])].sort(),
  );
});

const titled = asking.map((row) => ({
  ...row,
  title: row.of ? `${row.command}, of ${row.of}` : row.command,
}));

test.for(titled)(
  '$title changes nothing where nobody can be asked, and after no',
  async ({ command, prepare }) => {
    const { argv } = await prepare();
    await stage.catchUp();
    const before = await everything();
    const questions: string[] = [];
    const no = async (question: string) => {
      questions.push(question);
      return false;
    };

    const unasked = await stage.admin(command, ...argv);
    const denied = await answering(no, command, ...argv);

    expect(unasked.code).toBe(1);
    expect(unasked.stderr).toMatch(
      /^error: .*\. Nothing was changed, because nobody can be asked here\. .* add --yes\.$/m,
    );
    expect(denied).toMatchObject({ code: 1, stderr: 'error: Nothing was changed.\n' });
    expect(questions).toEqual([expect.stringMatching(/\. Continue\?$/)]);
    expect(await everything()).toEqual(before);
  },
);

test('users disable names the organization that would have no owner, and continues after yes', async () => {
  const { organization, email, user } = await founded(stage);
  const questions: string[] = [];
  const yes = async (question: string) => {
    questions.push(question);
    return true;
  };

  await refuses(
    1,
    expect.stringContaining(`Example Ltd (${organization}) then has no owner`),
    'users disable',
    email,
  );
  const { code } = await answering(yes, 'users disable', user);

  expect(code).toBe(0);
  expect(questions).toEqual([expect.stringContaining(`Example Ltd (${organization}) then has no owner`)]);
  expect((await record('users show', email)).disabled_at).not.toBeNull();
});

test('users disable does not warn about owners when the organization has another one', async () => {
  const { organization, email } = await founded(stage);
  await joined(stage, organization, 'owner');

  await refuses(1, expect.not.stringContaining('no owner'), 'users disable', email);
});

test('revoking a revoked key and disabling a disabled person ask nothing', async () => {
  const { email } = await founded(stage);
  const { id = '' } = await record('keys issue', email);
  await record('keys revoke', id, '--yes');
  await record('users disable', email, '--yes');

  expect(await record('keys revoke', id)).toMatchObject({ status: 'revoked' });
  expect(await record('users disable', email)).toMatchObject({ email });
});
