import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { storedApiKey, storedPerson } from '../../support/people/people.ts';
import { expectBudgets } from '../../support/runner/budgets.ts';
import { engineStub } from '../../support/search/engineStub.ts';
import { setVariables } from '../../support/stages/stores.ts';
import { sharedWatchedStage } from '../../support/stages/watchedStage.ts';
import { makeSmallPdf, uploadReady } from '../../support/uploads.ts';

const stage = await sharedWatchedStage(['dynamodb'], { remembersMarks: true });
const { call, credentials, recorder } = stage;

// The clock stands still. So the work that a process does once a minute is done before the measurement, and not again.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  return () => vi.useRealTimers();
});

async function newDocument(pages = 3) {
  const made = await uploadReady(stage, { access_level: 'public' }, {}, await makeSmallPdf(pages));
  return { ...made, at: `/d/${made.id}` };
}

const asOutsider = { Authorization: `Bearer ${credentials.api_keys.outsider}` };

/** Opens a path, by default as a reader of another organization. */
async function open(path: string, headers: Record<string, string> = {}): Promise<string> {
  const { status, text } = await stage.open(path, { ...asOutsider, ...headers });
  expect(status).toBeLessThan(400);
  return text;
}

/** Reports reading times of the last 100 pages of a document. */
async function report({ at }: { readonly at: string }, view: string, pages: number): Promise<void> {
  const seconds = Array.from({ length: 100 }, (_, index) => `${pages - index}:1`).join();
  const body = new URLSearchParams({ view, seconds });
  const { text } = await stage.open(at, asOutsider, { method: 'POST', body });
  expect(Object.keys(JSON.parse(text).seconds)).toHaveLength(100);
}

/** Returns the write units of a request, its authorizer included. */
const writeUnitsOf = async (run: () => Promise<unknown>) => (await recorder.unitsOf(run)).writes;

test('the writes of a request are within its budget', async () => {
  const shown = await newDocument();
  const pictures = await newDocument();
  const json = { name: 'As pictures', rules: { view_only: true } };
  const policy = (await call.createPolicy({ json })).body;
  await call.attachDocumentPolicy({ path: pictures.path, json: { policy_id: policy.id } });
  const reader = await storedPerson();
  const invited = (await storedApiKey(reader)).headers;
  const shareWith = (email = '', notify_me = false) =>
    call.createDocumentShare({ path: shown.path, json: { email, notify_me, send_mail: false } });
  await shareWith(reader.email ?? '');
  const reported = await storedPerson();
  const reportedAs = (await storedApiKey(reported)).headers;
  await shareWith(reported.email ?? '', true);
  const room_id = (await call.createRoom({ json: { name: 'Room' } })).body.id;
  const inRoom = `${shown.at}?room=${room_id}`;
  const item = { kind: 'document', document_id: shown.id };
  await call.createRoomItems({ path: { room_id }, json: item });
  const access = { email: reader.email, level: 'download', send_mail: false };
  await call.createRoomAccess({ path: { room_id }, json: access });
  const long = await Promise.all(
    [400, 2000].map(async (pages) => {
      const document = await newDocument(pages);
      const [, view = ''] = /view=(act_\w+)/.exec(await open(document.at)) ?? [];
      return () => report(document, view, pages);
    }),
  );
  vi.setSystemTime(Date.now() + 5 * 60_000);
  // Before the measurement, the process makes the writes that it makes once in an hour or a minute, and the worker prepares the pictures.
  await open(shown.at, invited);
  await open(inRoom, invited);
  for (const { at } of [shown, pictures]) await open(at);
  await stage.drain('preparations');
  await call.getDocument({ path: shown.path });
  const sources = [...(await open(pictures.at)).matchAll(/<img src="([^"]+)"/g)].map(([, src = '']) => src);
  await open(sources[0] ?? '', { 'Sec-Fetch-Dest': 'image' });

  const group_id = (await call.createGroup({ json: { name: 'Bidders' } })).body.id;

  expectBudgets('write units of ', {
    'a GET of a document': await writeUnitsOf(() => call.getDocument({ path: shown.path })),
    'a view of its page': await writeUnitsOf(() => open(shown.at)),
    'a view of its page by a share': await writeUnitsOf(() => open(shown.at, invited)),
    'a first view by a share that is reported': await writeUnitsOf(() => open(shown.at, reportedAs)),
    'a view of its page by a room': await writeUnitsOf(() => open(inRoom, invited)),
    'a download': await writeUnitsOf(() => open(`${shown.at}?file=attachment`)),
    'a view as pictures': await writeUnitsOf(() => open(pictures.at)),
    'a picture of another page': await writeUnitsOf(() =>
      open(sources[1] ?? '', { 'Sec-Fetch-Dest': 'image' }),
    ),
    'reading times of 400 pages': await writeUnitsOf(() => long[0]?.() ?? Promise.reject()),
    'reading times of 2,000 pages': await writeUnitsOf(() => long[1]?.() ?? Promise.reject()),
    'a new entry of a group': await writeUnitsOf(() =>
      call.createGroupEntry({ path: { group_id }, json: { domain: 'guests.example' } }),
    ),
    'a change of its title': await writeUnitsOf(() =>
      call.updateDocument({ path: shown.path, json: { title: 'Another' } }),
    ),
    'an upload, until it is ready': await writeUnitsOf(() => newDocument()),
  });
});

test('the writes that search adds are within their budgets', async () => {
  const engine = await engineStub();
  afterAll(() => engine.close());
  setVariables({ searchEndpoints: engine.url });
  const made: Awaited<ReturnType<typeof newDocument>>[] = [];
  const upload = await writeUnitsOf(async () => made.push(await newDocument()));
  const path = made[0]?.path ?? { document_id: '' };

  expectBudgets('write units with search of ', {
    'an upload, until it is ready': upload,
    'a change of its title': await writeUnitsOf(() =>
      call.updateDocument({ path, json: { title: 'Another' } }),
    ),
    'its text': await writeUnitsOf(() => stage.drain('texts', path.document_id)),
    'its entries in the index': await writeUnitsOf(() => stage.drain('indexing', path.document_id)),
  });
});
