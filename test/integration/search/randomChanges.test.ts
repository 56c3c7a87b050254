import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { type DocumentId, ulidOf } from '../../../shared/contract/identifiers.ts';
import { getDocument } from '../../../shared/data/documents/documents.ts';
import { type Indexed, scanIndexed } from '../../../shared/data/search/indexed.ts';
import { listHidden } from '../../../shared/data/search/marks.ts';
import type { IndexEntry } from '../../../shared/search/entries.ts';
import { drawsOf } from '../../support/rooms/random.ts';
import { indexingStage } from '../../support/search/indexingStage.ts';

const seed = Number(process.env.INDEX_SEED ?? randomInt(2 ** 30));
const { below, oneOf, chance } = drawsOf(seed);

const stage = await indexingStage();
const { addVersion, call, engine, marks, reference, uploadTexts } = stage;
const { organization_id, user_ids } = stage.credentials;

const vocabulary = ['rent', 'tenant', 'deposit', '東京都', 'Mietvertrag', ''];
const someTexts = (): string[] => Array.from({ length: 1 + below(4) }, () => oneOf(vocabulary) ?? '');

const policies: string[] = [];
for (let number = 0; number < 3; number++)
  policies.push((await call.createPolicy({ json: { name: `Policy ${crypto.randomUUID()}` } })).body.id);

/** Changes that may be refused, such as a title of a deleted document. */
const changes: readonly ((id: DocumentId) => Promise<unknown>)[] = [
  (document_id) => call.updateDocument({ path: { document_id }, json: { title: `Title ${below(100)}` } }),
  (document_id) =>
    call.updateDocument({ path: { document_id }, json: { description: oneOf(vocabulary) || null } }),
  (document_id) => {
    const access_level = oneOf(['private', 'organization', 'public']);
    return call.setDocumentAccessLevel({ path: { document_id }, json: { access_level } });
  },
  (document_id) => call.attachDocumentPolicy({ path: { document_id }, json: { policy_id: oneOf(policies) } }),
  (document_id) => call.detachDocumentPolicy({ path: { document_id, policy_id: oneOf(policies) ?? '' } }),
  (document_id) => call.deleteDocument({ path: { document_id } }),
  (document_id) => call.restoreDocument({ path: { document_id } }),
  (document_id) => call.restoreDocument({ path: { document_id } }),
  async (id) => {
    const document = await getDocument(id);
    const isOthers = !user_ids.owner.endsWith(ulidOf(document?.created_by.id ?? 'user_'));
    if (document && !(isOthers && document.access_level === 'private')) await addVersion({ id }, someTexts());
  },
  async (document_id) => {
    const version_id = (await getDocument(document_id))?.current_version?.id;
    if (version_id) await call.deleteDocumentVersion({ path: { document_id, version_id } });
  },
  async () => {
    await stage.catchUp();
    const [from, to] = [user_ids.owner, user_ids.admin];
    await call.transferDocuments({ as: 'owner', path: { user_id: from }, json: { to } });
  },
];

/** Messages that were sent and not consumed. Some are lost. */
let pool: string[] = [];
async function receive(): Promise<void> {
  pool.push(...(await stage.takeMessages('indexing')).filter(() => chance(0.8)));
}

/** Lets one or two workers consume some messages, also twice, while the engine may fail. */
async function work(): Promise<void> {
  const fault = chance(0.2) ? oneOf(['refusing', 'failing', 'unanswered'] as const) : undefined;
  stage.toEngine.faultOf = () => (fault && chance(0.5) ? fault : undefined);
  const batch = () =>
    Array.from({ length: Math.min(1 + below(5), pool.length) }, () => pool[below(pool.length)] ?? '');
  const batches = [batch(), ...(chance(0.4) ? [batch()] : [])].filter((bodies) => bodies.length > 0);
  await Promise.all(batches.map((bodies) => stage.consume('indexDocument', ...bodies)));
  stage.toEngine.mend();
  pool = pool.filter((body) => chance(0.3) || !batches.flat().includes(body));
}

/** Returns whether an entry would let people find more than the entry that the index should have. */
const isNarrower = (is: IndexEntry | undefined, was: IndexEntry, versions: ReadonlySet<string>): boolean =>
  is === undefined ||
  !versions.has(was.version_id) ||
  (is.access === 'private' && was.access !== 'private') ||
  is.created_by !== was.created_by ||
  !is.policies.every((policy) => was.policies.includes(policy));

/** Expects that searches leave out every document of which the index has more than people may find. */
async function expectHidden(): Promise<void> {
  const expected = await reference();
  const present = new Set(
    (await stage.table.everything(({ sk }) => sk.startsWith('VERSION#'))).map(({ id }) => String(id)),
  );
  const hidden = new Set((await listHidden([organization_id])).documentIds);
  const shown = [...engine.entries.values()].filter((entry) => {
    const is = expected.get(`${ulidOf(entry.document_id)}-0`);
    return isNarrower(is, entry, present) && !hidden.has(entry.document_id);
  });
  expect(shown).toEqual([]);
}

test(`after random changes, lost messages and faults, the index has what is stored (INDEX_SEED=${seed})`, async () => {
  const ids: DocumentId[] = [];
  for (let number = 0; number < 5; number++) ids.push((await uploadTexts(someTexts())).id);

  for (let step = 0; step < 40; step++) {
    const id = oneOf(ids) ?? 'doc_';
    const change = step % 20 === 19 ? changes.at(-1) : oneOf(changes.slice(0, -1));
    await change?.(id);
    await receive();
    await expectHidden();
    if (chance(0.6)) {
      await work();
      await expectHidden();
    }
  }
  for (let round = 0; round < 3; round++) await stage.settle();

  const expected = await reference();
  expect(Object.fromEntries(engine.entries)).toEqual(Object.fromEntries(expected));
  expect(await marks()).toEqual([]);
  const noted: Indexed[] = [];
  for await (const page of scanIndexed()) noted.push(...page);
  const entriesOf = Map.groupBy(expected.values(), ({ document_id }) => document_id);
  expect(new Set(noted.map(({ document_id }) => document_id))).toEqual(new Set(entriesOf.keys()));
  for (const { document_id, version_id, pages, entries, lease } of noted) {
    const own = entriesOf.get(document_id) ?? [];
    expect([version_id, pages, entries, lease]).toEqual([
      own[0]?.version_id,
      Math.max(...own.map(({ page }) => page)),
      own.length,
      undefined,
    ]);
  }
});
