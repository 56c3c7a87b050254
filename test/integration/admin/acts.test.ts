import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { type ActivityItem, activityItem } from '../../../shared/data/activity/activity.ts';
import { everyCommand } from '../../support/adminCommands.ts';
import { directoryOfTests } from '../../support/ownDirectory.ts';
import { recordedCommands } from './commands.ts';
import { founded, operator, someEmail } from './operator.ts';

const stage = await operator();
const { record } = stage;

const directory = directoryOfTests();

const rows = recordedCommands(stage, directory);

/** Commands that write no entry in the activity of an existing organization, each with the reason. */
const unrecorded: Readonly<Record<string, string>> = {
  'users create': 'a new user belongs to no organization, and neither does a reader who becomes a user',
  'conformance prepare': 'it founds organizations for tests, which nobody else is in',
  'queues redrive': 'queues belong to the stage, and have messages about all organizations',
  'mail allow': 'a block of an address belongs to no organization',
  'stage clean-up': 'the stage is gone, with all activity',
  'documents keep-texts': 'the text of a version is made of its file, and changes no document',
  'search rebuild': 'the index is made of documents and their texts, and changes none of them',
  'restore repair': 'a file gets the bytes back that its version names, or is no version of anything',
};

const tested: Readonly<Record<string, string>> = {
  'organizations create': 'below: its organization is not there before',
  'restore document': 'restoreExercises.test.ts',
};

const readOnly = [
  'audit verify',
  'doctor',
  'documents list',
  'documents shares',
  'documents show',
  'keys list',
  'keys show',
  'members list',
  'organizations export',
  'organizations list',
  'organizations show',
  'policies list',
  'policies show',
  'queues list',
  'requests show',
  'restore check',
  'search check',
  'service-accounts list',
  'sessions list',
  'users list',
  'users show',
  'webhooks attempts',
  'webhooks deliveries',
  'webhooks list',
  'webhooks show',
];

test('every command is read-only, recorded, or has a reason for no entry', () => {
  const all = everyCommand().map(({ name }) => name);
  const known = [
    ...rows.map(({ command }) => command),
    ...Object.keys(tested),
    ...Object.keys(unrecorded),
    ...readOnly,
  ];

  expect(all.toSorted()).toEqual([...new Set(known)].sort());
});

/** Returns all entries of activity in the table. */
async function entries(): Promise<Map<string, ActivityItem>> {
  const found = new Map<string, ActivityItem>();
  for (const item of await stage.everything()) {
    const entry = z.safeParse(activityItem, item).data;
    if (entry) found.set(entry.id, entry);
  }
  return found;
}

/** Runs a command, and returns the entries that it writes. */
async function entriesOf(...argv: string[]): Promise<ActivityItem[]> {
  const before = await entries();
  await record(...argv);
  return [...(await entries())].flatMap(([id, entry]) => (before.has(id) ? [] : [entry]));
}

/** The actor of an entry that an operator made on the command line. */
const byOperator = { actor_id: null, staff: false, credential: 'command_line' };

/** Commands that ask first and write no entry. Their own tests run them. */
const askingWithoutEntry = ['restore repair', 'stage clean-up'];

test('exactly the commands that take something away have --yes', () => {
  const withYes = everyCommand().flatMap(({ name, command }) =>
    command.options.some(({ long }) => long === '--yes') ? [name] : [],
  );

  const asking = rows.filter(({ asks }) => asks).map(({ command }) => command);
  expect(withYes.toSorted()).toEqual([...new Set([...asking, ...askingWithoutEntry])].sort());
});

/** Expects that a command asks, and changes nothing where nobody can be asked and after no. */
async function expectToAsk(command: string, argv: readonly string[]): Promise<void> {
  await stage.catchUp();
  const before = await stage.everything();
  const questions: string[] = [];
  const no = async (question: string) => {
    questions.push(question);
    return false;
  };

  const unasked = await stage.admin(command, ...argv);
  const denied = await stage.answering(no, command, ...argv);

  expect(unasked.code).toBe(1);
  expect(unasked.stderr).toMatch(
    /^error: .*\. Nothing was changed, because nobody can be asked here\. .* add --yes\.$/m,
  );
  expect(denied).toMatchObject({ code: 1, stderr: 'error: Nothing was changed.\n' });
  expect(questions).toEqual([expect.stringMatching(/\. Continue\?$/)]);
  expect(await stage.everything()).toEqual(before);
}

test.for(rows.map((row) => ({ ...row, title: row.of ? `${row.command}, of ${row.of}` : row.command })))(
  '$title writes entries with the actor in the organization, and asks first if it takes something away',
  async ({ command, types, asks, prepare }) => {
    const { organization, argv } = await prepare();
    if (asks) await expectToAsk(command, argv);
    // Some commands wait until half a minute has passed on this clock.
    const ticking = setInterval(() => {
      stage.clock.now += 5000;
    }, 20);
    onTestFinished(() => clearInterval(ticking));

    const left = await entriesOf(...command.split(' '), ...argv, ...(asks ? ['--yes'] : []));

    const here = left.filter(({ organization_id }) => organization_id === organization);
    expect(here.map(({ type }) => type).sort()).toEqual(types);
    for (const entry of left) expect(entry).toMatchObject(byOperator);
  },
);

test('the first entry of a new organization says that an operator made it', async () => {
  const { email } = await founded(stage);
  const left = await entriesOf('organizations create', 'Second', '--owner', email);

  expect(left).toMatchObject([{ type: 'organization.created', ...byOperator }]);
});

test('commands on a person without an organization write no entry', async () => {
  const email = someEmail();
  const left = [
    ...(await entriesOf('users create', email, '--name', 'Ada')),
    ...(await entriesOf('sessions create', email)),
    ...(await entriesOf('users quotas', email, '--documents', '1')),
    ...(await entriesOf('keys issue', email)),
    ...(await entriesOf('users disable --yes', email)),
  ];

  expect(left).toEqual([]);
});
