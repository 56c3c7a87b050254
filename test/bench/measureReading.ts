import { operations as contracts } from '../../shared/contract/operations.ts';
import type { QueueName } from '../../shared/runtime/stores.ts';
import type { Actor, Credentials } from '../support/client.ts';
import type { Stage } from '../support/stages/stage.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';
import type { Client } from './client.ts';
import type { Measure } from './measured.ts';

/**
 * Measures a read of a public document by somebody of another organization: the file itself, then pictures with a watermark. Resolves with
 * the id of the document, whose text is kept.
 */
export async function measureReading(
  { credentials, invoke, takeMessages }: Stage,
  client: Client,
  measure: Measure,
  round: number,
): Promise<string> {
  const consume = async (
    name: 'processVersion' | 'prepareCopy' | 'keepText',
    queue: QueueName,
  ): Promise<void> => {
    for (const body of await takeMessages(queue))
      await invoke(name, {
        Records: [{ messageId: 'message-1', body, attributes: { ApproximateReceiveCount: '1' } }],
      });
  };
  const open = openAs(credentials, 'outsider');

  const form = uploadForm({ title: 'Read', access_level: 'public' }, await makePdf({ minBytes: 50_000 }));
  const { id: document_id } = await client.call(contracts.createDocument, { form });
  await consume('processVersion', 'processing');
  await measure('keepText', () => consume('keepText', 'texts'));
  const page = `/d/${document_id}`;
  await measure('documentPage', () => open(page));
  const path = { document_id };
  await measure('getDocumentText', () =>
    client.succeed(contracts.getDocumentText, { as: 'member', path, query: { max_pages: '20' } }),
  );
  const [, view = ''] = /data-view="([^"]+)"/.exec(await open(page)) ?? [];
  await measure('documentSharing', () => aMinuteLater(() => report(credentials, page, view)), {
    note: 'reading times',
  });

  const rules = { view_only: true, watermark: true };
  const policy = await client.call(contracts.createPolicy, { json: { name: `Shown ${round}`, rules } });
  await client.succeed(contracts.attachDocumentPolicy, {
    path: { document_id },
    json: { policy_id: policy.id },
  });
  await open(page);
  await measure('prepareCopy', () => consume('prepareCopy', 'preparations'), { note: 'pictures of a page' });
  await measure('documentPage', () => open(page), { note: 'as pictures' });
  const [, picture = ''] = /<img[^>]* src="(\/d\/[^"]+)"/.exec(await open(page)) ?? [];
  await measure('pageImage', () => open(picture.replaceAll('&amp;', '&')), { note: 'with a watermark' });
  await measure('listDocumentActivity', () => client.succeed(contracts.listDocumentActivity, { path }));
  return document_id;
}

/** Reports a minute of reading, as the script of a document's page does. */
async function report({ base_url, api_keys }: Credentials, page: string, view: string): Promise<void> {
  const headers = { Authorization: `Bearer ${api_keys.outsider}`, Origin: new URL(base_url).origin };
  const body = new URLSearchParams({ view, seconds: '1:60' });
  const response = await fetch(base_url + page, { method: 'POST', headers, body });
  const answer = await response.text();
  // A report that counts nothing would cost less.
  if (!answer.includes('"1":')) throw new Error(`${page} counted no seconds: ${response.status} ${answer}`);
}

/** Runs a function while the clock of this process, and so of the service, shows a minute more. */
async function aMinuteLater<T>(run: () => Promise<T>): Promise<T> {
  const { now } = Date;
  Date.now = () => now() + 60_000;
  try {
    return await run();
  } finally {
    Date.now = now;
  }
}

/** Measures what a member reads in a room: its page, and the page of a document that only the room opens. */
export async function measureRooms(
  { credentials }: Stage,
  client: Client,
  measure: Measure,
  documentId: string,
): Promise<void> {
  const open = openAs(credentials, 'member');
  const { id: room_id } = await client.call(contracts.createRoom, { json: { name: 'Purchase' } });
  const path = { room_id };
  await client.succeed(contracts.createRoomItems, {
    path,
    json: { kind: 'document', document_id: documentId, parent_id: null },
  });
  await client.succeed(contracts.createRoomAccess, { path, json: { organization: true, level: 'view' } });
  await measure('roomPage', () => open(`/r/${room_id}`));
  await measure('documentPage', () => open(`/d/${documentId}?room=${room_id}`), { note: 'by a room' });
}

/** Returns a function that opens a page with the API key of an actor, and resolves with its HTML. It throws for a status of 400 or more. */
const openAs =
  ({ base_url, api_keys }: Credentials, actor: Actor) =>
  async (path: string): Promise<string> => {
    const response = await fetch(base_url + path, {
      redirect: 'manual',
      headers: { Accept: 'text/html', Authorization: `Bearer ${api_keys[actor]}` },
    });
    if (response.status >= 400) throw new Error(`${path} was answered with ${response.status}`);
    return await response.text();
  };
