import { afterAll, describe, expect, inject, test } from 'vitest';
import * as z from 'zod/mini';
import manifest from '../../package.json' with { type: 'json' };
import { noBrowser, visit } from '../support/people/browser.ts';
import { compiler, emptyProject, installedNodes, repositoryFile } from './emptyProject.ts';

const { base_url, api_keys } = inject('credentials');
const project = await emptyProject();
afterAll(() => project[Symbol.asyncDispose]());
const nodes = [...(await installedNodes())];

/** Returns the examples of a page that use the client. */
async function examplesIn(page: string): Promise<string[]> {
  const blocks = String(await repositoryFile(page)).matchAll(/^```js\n(.*?)^```/gms);
  return [...blocks].map(([, code = '']) => code);
}

test('the package has the version of the service, no dependency and less than 24 kB', async () => {
  const packed = JSON.parse(await project.read('package.json'));

  expect(packed).toMatchObject({ name: '@document-governance/client', version: manifest.version });
  expect(Object.keys(packed)).not.toContain('dependencies');
  expect((await project.read('index.js')).length).toBeLessThan(24_000);
});

test('the package has its release, and the service returns the same', async () => {
  await project.write(
    'release.mjs',
    "import { release } from '@document-governance/client'; console.log(release);",
  );
  const printed = await project.run(process.execPath, ['release.mjs']);
  const home = await fetch(`${base_url}/`, { headers: { Accept: 'application/json' } });

  expect(printed.trim()).toBe(manifest.version);
  // The service adds the commit as build metadata.
  expect(z.parse(z.object({ release: z.string() }), await home.json()).release.split('+')[0]).toBe(
    manifest.version,
  );
});

describe.for(nodes)('in %s', ([, node]) => {
  test('the examples on the page about the client work as they are', async () => {
    const examples = await examplesIn('shared/client/README.md');
    await project.write('contract.pdf', await repositoryFile('test/fixtures/pdf/plain.pdf'));

    expect(examples).not.toEqual([]);
    for (const example of examples) {
      await project.write('example.mjs', example);
      const output = await project.run(node, ['example.mjs'], { BASE: base_url, KEY: api_keys.owner });
      expect(output).toMatch(/^No such document\./m);
    }
  });
});

const program = `
import {
  ApiError, type Activity, type ApiKeyCreatedEvent, ConnectionError, createClient, type Document, type Share,
  verifyWebhook, type WebhookEvent, WebhookVerificationError,
} from '@document-governance/client';

const client = createClient({ baseUrl: 'http://localhost:3000', apiKey: 'key' });
const document: Document = await client.createDocument({ title: 'T', payload: new Uint8Array(3) });
for await (const { id } of client.listDocumentVersions.all({ document_id: document.id, limit: 2 }))
  await client.getDocumentVersion({ document_id: document.id, version_id: id });
for await (const { role } of client.listOrganizationMembers.all()) role satisfies 'owner' | 'admin' | 'member';
for await (const { url } of client.listWebhooks.all()) url satisfies string;
for await (const event of client.listEvents.all())
  if (event.type === 'member.joined') event.data.role satisfies 'owner' | 'admin' | 'member';
const told = (event: WebhookEvent): string => {
  switch (event.type) {
    case 'document.shared': return (event.data satisfies Share).email;
    case 'document.downloaded': return (event.data satisfies Activity).id;
    case 'api_key.created': return (event satisfies ApiKeyCreatedEvent).data.name;
    default: return event.type;
  }
};
told(await verifyWebhook(new Headers(), 'body', ['whsec_1', 'whsec_2']));
const inNode: Record<string, string | string[] | undefined> = {};
await verifyWebhook(inNode, new Uint8Array(3), 'whsec_1').catch((error: unknown) => {
  if (error instanceof WebhookVerificationError) error.reason satisfies 'signature_mismatch' | (string & {});
});
const file: ReadableStream<Uint8Array> = await client.downloadVersion({ document_id: 'doc_1', version_id: 'ver_1' });
for await (const piece of file) piece.length satisfies number;
const registered = await client.registerWebhook({ url: 'https://example.com', events: ['webhook.test'] });
const secret: string = registered.secret ?? 'was shown before';
const nothing: undefined = await client.updateMemberRole({ user_id: 'usr_1', role: 'admin' });
const { data, response } = await client.getDocument.withResponse({ document_id: document.id });
const etag: string | null = response.headers.get('etag') ?? data.description;
await client.updateDocument({ document_id: 'doc_1', description: null }, { ifMatch: etag ?? '' });
try {
  await client.listDocuments();
} catch (error) {
  if (error instanceof ConnectionError) throw error.cause;
  if (error instanceof ApiError && error.code === 'rate_limit_exceeded') throw new Error(\`\${error.retryAfter}\`);
}

// @ts-expect-error: no parameters
await client.getDocument();
// @ts-expect-error: no version
await client.downloadVersion({ document_id: 'doc_1' });
// @ts-expect-error: an event that does not exist
told({ type: 'document.eaten' });
// @ts-expect-error: the id of something else
await client.getDocument({ document_id: 'ver_1' });
// @ts-expect-error: a secret that may have been shown before
registered.secret satisfies string;
// @ts-expect-error: unknown field
await client.getDocument({ document_id: document.id, colour: 'red' });
// @ts-expect-error: no file
await client.createDocument({ title: 'T' });
// @ts-expect-error: no role
await client.updateMemberRole({ user_id: 'usr_1', role: 'boss' });
// @ts-expect-error: no list
client.getDocument.all({ document_id: document.id });
// @ts-expect-error: no code of the service
if (new ApiError(undefined, '').code === 'not_found') throw nothing;
`;

test('the types are those of the contract, without zod, with strict settings', async () => {
  await project.write('program.ts', program);
  const settings = [
    '--ignoreConfig',
    '--strict',
    '--noEmit',
    '--exactOptionalPropertyTypes',
    '--target',
    'es2022',
  ];
  const libraries = ['--lib', 'es2022,dom,dom.iterable,dom.asynciterable', '--types', ''];

  for (const module of [['nodenext'], ['esnext', '--moduleResolution', 'bundler']])
    await project.run(compiler, [...settings, ...libraries, '--module', ...module, 'program.ts']);
});

test.skipIf(noBrowser)(
  `in Chromium a page uploads a file, waits for it and reads it ${noBrowser}`,
  async () => {
    await using window = await visit();
    const { page } = window;
    const files = {
      '/try': { contentType: 'text/html', body: '<!doctype html><title>Try</title>' },
      '/try/client.js': { contentType: 'text/javascript', body: await project.read('index.js') },
      '/try/contract.pdf': {
        contentType: 'application/pdf',
        body: await repositoryFile('test/fixtures/pdf/plain.pdf'),
      },
    };
    for (const [path, file] of Object.entries(files))
      await page.route(`${base_url}${path}`, (route) => route.fulfill(file));
    await page.goto('/try');

    const seen = await page.evaluate(`(${inPage})(${JSON.stringify(api_keys.owner)})`);

    const progress = expect.toSatisfy(isRising);
    expect(seen).toEqual({
      created: { title: 'From a page', processing_status: 'processing' },
      read: { status: 200, title: 'From a page' },
      refused: { isApiError: true, status: 400, code: 'missing_required_field', param: 'title' },
      aborted: 'changed my mind',
      isListed: true,
      progress,
    });
    expect(window.complaints).toEqual([expect.stringContaining('400')]);
  },
);

const isRising = (progress: readonly { sentBytes: number; totalBytes: number }[]): boolean =>
  progress.every(({ sentBytes }, index) => sentBytes >= (progress[index - 1]?.sentBytes ?? 0)) &&
  progress.at(-1)?.sentBytes === progress.at(-1)?.totalBytes;

/** The code is a text, because TypeScript does not know the types of a browser here. */
const inPage = `async (apiKey) => {
  const { ApiError, createClient } = await import('/try/client.js');
  const client = createClient({ baseUrl: location.origin, apiKey });
  const payload = await (await fetch('/try/contract.pdf')).blob();
  const progress = [];
  const { id, title, processing_status } = await client.createDocument(
    { title: 'From a page', payload },
    { onProgress: (one) => progress.push(one) },
  );
  const { data, response } = await client.getDocument.withResponse({ document_id: id });
  const failureOf = (call) => call.then(() => undefined, (error) => error);
  const refused = await failureOf(client.createDocument({ title: '', payload }, { onProgress() {} }));
  const { status, code, param } = refused;
  const signal = AbortSignal.abort('changed my mind');
  const aborted = await failureOf(client.createDocument({ title: 'Never', payload }, { onProgress() {}, signal }));
  let isListed = false;
  // Lists are eventually consistent.
  for (const deadline = Date.now() + 20_000; !isListed && Date.now() < deadline; )
    for await (const one of client.listDocuments.all({ limit: 2 })) if ((isListed = one.id === id)) break;
  return {
    created: { title, processing_status },
    read: { status: response.status, title: data.title },
    refused: { isApiError: refused instanceof ApiError, status, code, param },
    aborted,
    isListed,
    progress,
  };
}`;
