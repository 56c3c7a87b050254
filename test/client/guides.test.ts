/** Runs the programs of the guides with what a newcomer has: the address of the service and a key. */
import { execFile, spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { guideNames } from '../../shared/pages/guides/names.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/receivers/listening.ts';
import { makeCertificate } from '../support/receivers/receiver.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { makePdf } from '../support/uploads.ts';
import { withoutPython } from './python.ts';

const { base_url: BASE, api_keys } = inject('credentials');
const run = promisify(execFile);

const folder = await temporaryDirectory();
afterAll(() => folder[Symbol.asyncDispose]());

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
  paging: /^doc_\w{26} Master agreement$/m,
  // A hit for each document that the index has by now.
  search: /^(.+ http\S+\n)*$/,
  retries: /^[Tt]rue\n$/,
  sharing: /^http\S+\nread 0 times\n$/,
  rooms: /^http\S+\/r\/room_\w{26} \[ ?'1 Contracts', '1.1 Lease' ?\]\n$/,
  keys: /^\[ ?'document#read' ?\]\n$/,
  errors: /^.+ \(request \S+\)\n$/,
  limits: /^\d+ requests left in this minute\n$/,
  versions: /^(client \d\S+ )?service \d+\.\d+\.\d+\S*\n$/,
  failed: /^damaged No PDF reader can open this file/,
};

describe('a program of the guides runs as it is', () => {
  test.for(inLanguage('js'))('in Node.js: %s, %s', async ([guide, name]) => {
    expect(await inGuide(guide, process.execPath, [name])).toMatch(printed[name.split('.')[0] ?? ''] ?? /^$/);
  });

  test.skipIf(withoutPython).for(inLanguage('python'))(
    `in Python: %s, %s ${withoutPython}`,
    async ([guide, name]) => {
      expect(await inGuide(guide, 'python3', [name])).toMatch(printed[name.split('.')[0] ?? ''] ?? /^$/);
    },
  );
});

describe('a receiver', () => {
  const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;
  const sent = JSON.stringify({ type: 'webhook.test', data: { title: 'Zoë' } });
  const signed = (at = new Date(), body = sent) => ({
    'Content-Type': 'application/json',
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': `v1,AAAA ${new Webhook(secret).sign('evt_1', at, body)}`,
  });
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

  test.for([
    ['receiver.mjs', process.execPath, ''],
    ['receiver.py', 'python3', withoutPython],
  ] as const)(
    'verifies a signed delivery, and refuses others: %s',
    async ([name, command, reason], { skip }) => {
      skip(reason !== '', reason);
      const directory = join(folder.path, 'webhooks');
      const { key, cert } = await makeCertificate();
      await writeFile(join(directory, 'cert.pem'), cert);
      await writeFile(join(directory, 'key.pem'), key);
      const port = await freePort();
      const receiver = spawn(command, [name], {
        cwd: directory,
        env: { ...env, CERT: 'cert.pem', CERT_KEY: 'key.pem', WEBHOOK_SECRET: secret, PORT: String(port) },
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      let output = '';
      receiver.stdout.on('data', (data) => {
        output += data;
      });
      const post = (headers: Record<string, string>, body = sent) =>
        new Promise<number | undefined>((resolve, reject) => {
          request(
            {
              port,
              host: 'localhost',
              method: 'POST',
              path: '/',
              headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
              ca: cert,
            },
            (response) => {
              response.resume();
              resolve(response.statusCode);
            },
          )
            .on('error', reject)
            .end(body);
        });
      try {
        await eventually(
          () => post(signed()).catch(() => 0),
          (status) => status === 204,
        );
        const { 'webhook-signature': _, ...unsigned } = signed();

        expect([
          await post(signed(), sent.replace('test', 'best')),
          await post(signed(minutesAgo(6))),
          await post(signed(minutesAgo(-6))),
          await post({ ...signed(), 'webhook-timestamp': 'now' }),
          await post(unsigned),
          await post(signed()),
        ]).toEqual([401, 401, 401, 401, 401, 204]);
        await eventually(
          async () => output.match(/webhook\.test/g)?.length,
          (count) => count === 2,
        );
      } finally {
        receiver.kill();
      }
    },
  );
});
