import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createCaller, newReader } from '../../../shared/data/callers/callers.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { directoryOfTest } from '../../support/ownDirectory.ts';
import { founded, joined, operator, someEmail } from './operator.ts';

const stage = await operator();
const { admin, record, rows, refuses, answering, everything } = stage;

const header = 'email,name,role';

async function fileOf(lines: readonly string[] | string | Buffer, name = 'people.csv'): Promise<string> {
  const path = join(directoryOfTest(), name);
  await writeFile(path, Array.isArray(lines) ? `${lines.join('\n')}\n` : (lines as string | Buffer));
  return path;
}

const failedOf = (path: string): string => path.replace(/\.csv$/, '.failed.csv');
const linesOf = (path: string): string[] => readFileSync(path, 'utf8').trimEnd().split('\r\n');

/** Runs a command that ends with failures, and returns what it printed as JSON. */
async function failing(...argv: string[]) {
  const { code, stdout, stderr } = await admin(...argv, '--json');
  expect(code).toBe(1);
  return { result: JSON.parse(stdout), stderr };
}

const membersOf = async (organization: string) =>
  new Map(
    (await rows('members list', '--organization', organization)).map(({ email, role, name }) => [
      email,
      [name, role],
    ]),
  );

describe('users import', () => {
  test('changes nothing with --dry-run, and says what it would do', async () => {
    const { here, email } = await founded(stage);
    const path = await fileOf([
      header,
      `${someEmail()},Ada,admin`,
      `${someEmail()},Zoë,`,
      `${email},Ada,member`,
    ]);
    const before = await everything();

    const { result, stderr } = await failing('users import', path, ...here, '--dry-run');

    expect(result).toMatchObject({ created: 2, joined: 1, failed: 1, dry_run: true });
    expect(stderr).toBe('error: 1 row would fail. Nothing was changed.\n');
    expect(await everything()).toEqual(before);
    expect(existsSync(failedOf(path))).toBe(false);
  });

  test('counts what is there as done, so that an interrupted import can be repeated', async () => {
    const { organization, here } = await founded(stage);
    const [whole, half, reader, missing] = [someEmail(), someEmail(), someEmail(), someEmail()];
    await record('users create', whole, '--name', 'Another name');
    await record('members add', whole, ...here, '--role', 'admin');
    await record('users create', half, '--name', 'Half');
    await transact(
      createCaller(newReader({ name: 'r', email: reader, given_name: null, family_name: null }, Date.now())),
    );
    const lines = [`${whole.toUpperCase()},Whole,admin`, `${half},Half,member`, `${reader},Rea Der,member`];
    const path = await fileOf([header, ...lines, `${missing},Missing,`]);
    const run = () => record('users import', path, ...here);

    expect(await run()).toMatchObject({ rows: 4, created: 2, joined: 2, done_before: 1, failed: 0 });
    expect(existsSync(failedOf(path))).toBe(false);
    const before = await everything();
    expect(await run()).toMatchObject({ created: 0, joined: 0, done_before: 4 });

    expect(await everything()).toEqual(before);
    const members = await membersOf(organization);
    expect([whole, half, reader].map((email) => members.get(email))).toEqual([
      ['Another name', 'admin'],
      ['Half', 'member'],
      ['Rea Der', 'member'],
    ]);
    expect(await record('users show', reader)).not.toHaveProperty('reader_since');
  });

  test('writes the lines that fail to a file, which can be corrected and imported', async () => {
    const { organization, email: owner } = await founded(stage);
    const [good, gone] = [someEmail(), someEmail()];
    await record('users create', gone, '--name', 'Gone');
    await record('users disable --yes', gone);
    const path = await fileOf(
      [
        `\ufeff${header}`,
        `"${good}","Lovelace, Ada ""Countess""",member`,
        `${good.toUpperCase()},"Lovelace, Ada ""Countess""",member`,
        ',,',
        `${good},Somebody else,member`,
        'ada,Ada,member',
        `${someEmail()},,member`,
        `${someEmail()},Boss,owner`,
        `${someEmail()},Boss,chief`,
        `love@example.com,Love,lace,member`,
        `${owner},Ada,member`,
        `${gone},Gone,`,
      ].join('\r\n'),
    );

    const { result, stderr } = await failing('users import', path, '--organization', organization);

    expect(result).toMatchObject({ rows: 10, created: 1, joined: 1, repeated: 1, done_before: 0, failed: 8 });
    expect(stderr).toBe(
      `error: 8 rows failed. ${failedOf(path)} has them, with the reasons. Correct them there, and run the command with that file.\n`,
    );
    const failed = linesOf(failedOf(path));
    expect(failed[0]).toBe('\ufeffemail,name,role,reason');
    expect(failed.slice(1)).toEqual(
      [
        `^${good},Somebody else,member,line 5: line 2 has this address with another name or role$`,
        '^ada,Ada,member,"line 6: email must be an e-mail address',
        ',,member,line 7: name must not be empty$',
        ',Boss,owner,"line 8: nobody becomes owner by an import',
        ',Boss,chief,"line 9: role must be admin, member or empty"$',
        '^love@example.com,Love,lace,"line 10: values in this line: 4, in the header: 3: love@example.com \\| Love \\| lace \\| member"$',
        `,Ada,member,"line 11: their role in Example Ltd \\(${organization}\\) is owner, and an import changes no roles.*"$`,
        `,Gone,,"?line 12: ${gone} is disabled since`,
      ].map((pattern) => expect.stringMatching(new RegExp(pattern))),
    );
    expect((await membersOf(organization)).get(owner)).toEqual(['Ada Lovelace', 'owner']);

    const corrected = await fileOf([String(failed[0]), `${someEmail()},Boss,admin,line 8: was owner`]);
    expect(await record('users import', corrected, '--organization', organization)).toMatchObject({
      created: 1,
      joined: 1,
    });
  });

  const nowhere = `org_${'0'.repeat(26)}`;

  test.for<[message: string, content: string | Buffer, code?: number, argv?: string[]]>([
    ['It has no people', `${header}\n`],
    ['Its first line must begin with email,name,role, and not with ""', ''],
    ['Separate the columns by commas.', 'email;name;role\na@b.example;A;member\n'],
    ['It must be UTF-8', Buffer.from(`${header}\na@b.example,Zo\u00eb,\n`, 'latin1')],
    ['It is not CSV: line 2 has a value in quotes', `${header}\n"a@b.example,A,\n`],
    ['--organization is missing: line 3 gives a role', `${header}\na@b.example,A,\nc@d.example,C,member\n`],
    [
      `There is no organization ${nowhere}`,
      `${header}\na@b.example,A,admin\n`,
      1,
      ['--organization', nowhere],
    ],
  ])('refuses the file as a whole: %s', async ([message, content, code = 2, argv = []]) => {
    const path = await fileOf(content);

    await refuses(code, expect.stringContaining(message), 'users import', path, ...argv);

    expect(existsSync(failedOf(path))).toBe(false);
  });
});

test('users disable --from says how many people and which organizations it concerns, and writes the unknown to a file', async () => {
  const { organization, email } = await founded(stage);
  const other = await joined(stage, organization, 'owner');
  const [kept, stranger] = [await founded(stage), someEmail()];
  const [leaver] = [await joined(stage, kept.organization, 'owner')];
  const path = await fileOf(['email', email, other, leaver, stranger, 'ada']);
  const questions: string[] = [];
  const yes = async (question: string) => questions.push(question) > 0;

  const { code, stderr } = await answering(yes, 'users disable --from', path);

  expect(code).toBe(1);
  expect(questions).toEqual([
    `People who cannot sign in any more: 3. Their keys stop working, and their sessions end for good. Example Ltd (${organization}) then has no owner who is not disabled. Continue?`,
  ]);
  expect(stderr).toMatch(/^error: 2 rows failed\./);
  expect(linesOf(failedOf(path))).toEqual([
    'email,reason',
    `${stranger},line 5: no user has this address`,
    'ada,"line 6: email must be an e-mail address, such as ada@example.com"',
  ]);
  expect((await record('users show', kept.email)).disabled_at).toBeNull();
});

test('users list --search finds people by words of their names and addresses', async () => {
  const tag = crypto.randomUUID().slice(0, 8);
  const ada = `ada.${tag}@example.com`;
  const zoe = `z.${tag}@bücher.example`;
  await record('users create', ada, '--name', 'Ada Lovelace');
  await record('users create', zoe, '--name', `Zoë Lovelace`);
  const found = async (text: string) =>
    (await rows('users list', '--search', text)).map(({ email }) => email);

  expect(await found(tag)).toEqual([ada, zoe]);
  expect(await found(`LOVE ${tag}`)).toEqual([ada, zoe]);
  expect(await found(`zoe ${tag}`)).toEqual([zoe]);
  expect(await found(`ada.${tag}@EXAMPLE`)).toEqual([ada]);
  expect(await found(`${tag} grace`)).toEqual([]);
});
