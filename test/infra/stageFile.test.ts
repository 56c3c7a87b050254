import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { readSettings } from '../../infra/stage/settings.ts';
import { SettingsError } from '../../infra/stage/settingsError.ts';
import { settingTable } from '../../infra/stage/settingTable.ts';
import { readStage } from '../../infra/stage/stageFile.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

interface Files {
  /** The text of infra/stages/prod.json. Default: no such file */
  readonly prod?: string | object;
  /** The context in cdk.json. */
  readonly context?: object;
}

/** Makes a folder from which an operator could run `cdk`, with a file of the stage prod. */
async function operatorsFolder({ prod, context = {} }: Files) {
  const folder = await temporaryDirectory();
  await mkdir(join(folder.path, 'infra/stages'), { recursive: true });
  if (prod !== undefined)
    await writeFile(
      join(folder.path, 'infra/stages/prod.json'),
      typeof prod === 'string' ? prod : JSON.stringify(prod),
    );
  const app = `node ${join(repository, 'infra/app.ts')}`;
  await writeFile(join(folder.path, 'cdk.json'), JSON.stringify({ app, context }));
  return folder;
}

/** Reads the stage prod as `cdk -c stage=prod` does, with more `-c` arguments. The CDK adds the context of cdk.json. */
async function readProd(files: Files, commandLine: Record<string, unknown> = {}) {
  await using folder = await operatorsFolder(files);
  const context = { stage: 'prod', ...files.context, ...commandLine };
  return readStage({ context, directory: folder.path });
}

const pages = { alarmEmail: 'ops@example.com', corsOrigins: ['https://app.example.com'], logLevel: 'warn' };

describe("a stage's file", () => {
  test('has settings of the stage, and defaults for the others', async () => {
    const { settings, note } = await readProd({ prod: pages });

    expect(settings).toEqual({ ...readSettings({ stage: 'prod' }), ...pages });
    expect(note).toBeNull();
  });

  test('can be a copy of the example, which has every setting with its default', async () => {
    const example = await readFile(join(repository, 'infra/stages/example.json'), 'utf8');

    const defaults = Object.entries(settingTable).map(([name, { byDefault }]) => [name, byDefault]);
    expect(Object.entries(JSON.parse(example))).toEqual(defaults);
    expect((await readProd({ prod: example })).settings).toEqual(readSettings({ stage: 'prod' }));
  });

  test('is described in infra/docs/settings.md, with a row for each setting', async () => {
    const page = await readFile(join(repository, 'infra/docs/settings.md'), 'utf8');

    const [, table = ''] = page.split('| setting | default | meaning |\n');
    const rows = [...(table.split('\n\n')[0] ?? '').matchAll(/^\| `(\w+)` \| (.*?) \|/gm)];
    expect(rows.map(([, name]) => name)).toEqual(['stage', ...Object.keys(settingTable)]);
    for (const [, name = '', byDefault] of rows.slice(1)) {
      const value = Object.entries(settingTable).find(([one]) => one === name)?.[1].byDefault;
      if (typeof value === 'number') expect(byDefault).toBe(String(value));
      if (typeof value === 'boolean' || typeof value === 'string') expect(byDefault).toBe(`\`${value}\``);
    }
  });

  test('takes precedence over the context in cdk.json, with a message', async () => {
    const context = { alarmEmail: 'old@example.com', rateLimitRequests: 5, traceSampling: '0' };

    const { settings, note } = await readProd({ prod: pages, context });

    expect(settings).toEqual({ ...readSettings({ stage: 'prod' }), ...pages });
    expect(note).toBe(
      'infra/stages/prod.json takes precedence over cdk.json: alarmEmail, rateLimitRequests, traceSampling.',
    );
  });

  test('can have tags with the names of settings', async () => {
    const tags = { stage: 'prod', search: 'none' };

    const { settings } = await readProd({ prod: { stage: 'prod', tags, search: 'opensearch' } });

    expect(settings).toMatchObject({ tags: { stage: 'prod' }, search: 'opensearch' });
  });

  test.for<[string | object, string]>([
    [{ alarmEmial: 'ops@example.com' }, 'alarmEmial is not a setting; the nearest is alarmEmail'],
    [{ rateLimitRequests: 'many' }, 'rateLimitRequests must be a whole number from 1'],
    [{ rateLimitRequests: '1000' }, 'rateLimitRequests must be a whole number from 1'],
    [{ logLevel: null }, 'logLevel must be info or warn'],
    [{ stage: 'dev' }, 'stage must be prod, as the file is named'],
    ['{ "logLevel": "warn", "alarmEmail": "a@example.com", "logLevel": "info" }', 'logLevel is there twice'],
    ['{ "tags": { "team": "docs", "team": "web" } }', 'team is there twice'],
  ])('is refused with one sentence: %j', async ([prod, sentence]) => {
    await expect(readProd({ prod })).rejects.toThrow(
      new SettingsError(`infra/stages/prod.json: ${sentence}`),
    );
  });
});

describe('a setting on the command line', () => {
  test('is refused for a stage with a file, with advice', async () => {
    await expect(
      readProd({ prod: pages }, { alarmEmail: 'me@example.com', logLevel: 'info' }),
    ).rejects.toThrow(
      new SettingsError(
        'alarmEmail, logLevel of -c would be gone at the next deployment: write it into infra/stages/prod.json, or add -c override=alarmEmail,logLevel',
      ),
    );
  });

  test('replaces the one in the file when override names it', async () => {
    const context = { rateLimitRequests: '5000', corsOrigins: 'https://a.example,https://b.example' };

    const { settings, note } = await readProd(
      { prod: pages, context: { corsOrigins: 'https://old.example' } },
      { ...context, override: 'rateLimitRequests,corsOrigins' },
    );

    expect(settings).toEqual({
      ...readSettings({ stage: 'prod' }),
      ...pages,
      rateLimitRequests: 5000,
      corsOrigins: ['https://a.example', 'https://b.example'],
    });
    expect(note).toBe(
      'The settings are those of infra/stages/prod.json, with rateLimitRequests, corsOrigins from -c.',
    );
  });

  test.for([['alarmEmail', 'override names alarmEmail, which has no value: add -c alarmEmail=...']])(
    'must have a value if override names it: %s',
    async ([override, message]) => {
      await expect(readProd({ prod: pages }, { override })).rejects.toThrow(message);
    },
  );

  test.for([{}, { prod: pages }])(
    'is refused if misspelt, unless it is one of the CDK: %j',
    async (files) => {
      const ofTheCdk = {
        '@aws-cdk/aws-iam:minimizePolicies': true,
        'aws-cdk:enableDiffNoFail': true,
        'availability-zones:account=111111111111:region=eu-west-1': ['eu-west-1a'],
        'cdk-migrate': true,
      };

      expect((await readProd(files, ofTheCdk)).settings.stage).toBe('prod');
      await expect(readProd(files, { ...ofTheCdk, alarmEmial: 'me@example.com' })).rejects.toThrow(
        new SettingsError('alarmEmial is not a setting; the nearest is alarmEmail'),
      );
    },
  );
});

test('cdk stops at a wrong setting, with one sentence and without a stack', async () => {
  await using folder = await operatorsFolder({ prod: { alarmEmial: 'ops@example.com' } });

  const ended = promisify(execFile)('cdk', ['synth', '--quiet', '-c', 'stage=prod'], {
    cwd: folder.path,
    env: { ...process.env, PATH: `${join(repository, 'node_modules/.bin')}:${process.env.PATH}` },
  });

  // The CDK writes the last line.
  await expect(ended).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^infra\/stages\/prod\.json: alarmEmial is not a setting; the nearest is alarmEmail\.\n.*Subprocess exited with error 1\s*$/,
    ),
  });
});
