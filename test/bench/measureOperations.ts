import { operations as contracts } from '../../shared/contract/operations.ts';
import type { QueueName } from '../../shared/runtime/stores.ts';
import { put } from '../support/putUpload.ts';
import type { Recorder } from '../support/stages/recorder.ts';
import type { Stage } from '../support/stages/stage.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';
import { type BenchRequest, clientOf } from './client.ts';
import type { Measure, Measured } from './measured.ts';
import { measureMail } from './measureMail.ts';
import { measureReading } from './measureReading.ts';
import { measureRooms } from './measureRooms.ts';
import { measureSealing } from './measureSealing.ts';
import { measureSearch } from './measureSearch.ts';

type Operation = (typeof contracts)[keyof typeof contracts];

/** PDFs of the usual size, and of about the largest size. */
interface Payloads {
  readonly usual: Uint8Array<ArrayBuffer>;
  readonly largest: Uint8Array<ArrayBuffer>;
}

/** Makes the files once, so that their garbage is not collected during a measurement. */
export async function makePayloads(): Promise<Payloads> {
  const [usual, largest] = await Promise.all([
    makePdf({ minBytes: 50_000 }),
    makePdf({ minBytes: 4_500_000 }),
  ]);
  return { usual, largest };
}

interface Round {
  /** The number of documents in a list. */
  readonly pageLength: number;
  /** The port of a receiver of webhooks on this machine. */
  readonly receiverPort: number;
  readonly payloads: Payloads;
  /** Default: 0, the first */
  readonly round?: number;
}

/** After this time, unfinished work is due, unless the sweep has already sent its message. */
const dueMilliseconds = 2 * 60_000;
/** After this number of rounds, the code is compiled. Each round writes a thousand entries first. */
const sealedRounds = 10;
/** Invokes every function, one request at a time. Only the first round looks for due work. */
export async function measureOperations(
  stage: Stage,
  recorder: Recorder,
  { pageLength, receiverPort, payloads: { usual, largest }, round = 0 }: Round,
): Promise<readonly Measured[]> {
  const { catchUp, credentials, invoke, table, takeMessages } = stage;
  const client = clientOf(credentials);
  const measured: Measured[] = [];
  const measure: Measure = async (name, run, { note = '' } = {}) => {
    recorder.take();
    await run();
    const recording = recorder.take().find((candidate) => candidate.name === name);
    if (!recording) throw new Error(`${name} was not invoked`);
    measured.push({ what: name + (note && `, ${note}`), name, recording });
  };
  const ask = (contract: Operation, request: BenchRequest = {}, more?: { note?: string }): Promise<void> =>
    measure(contract.id, () => client.succeed(contract, request), more);
  const form = (pdf = usual) => uploadForm({ title: 'Master agreement' }, pdf);

  // Every request invokes the authorizer.
  const anything = () => client.succeed(contracts.listDocuments);
  await measure('authorizer', anything, { note: 'new key' });
  await measure('authorizer', anything, { note: 'key in memory' });

  for (let count = 1; round === 0 && count < pageLength; count++)
    await client.succeed(contracts.createDocument, { form: form() });
  await takeMessages('processing');
  await ask(contracts.createDocument, { form: form() });
  const [body = ''] = await takeMessages('processing');
  await ask(contracts.createDocument, { form: form(largest) }, { note: 'of 4.5 MB' });
  const [largeBody = ''] = await takeMessages('processing');
  const wanted = { json: { size_bytes: largest.byteLength } };
  await ask(contracts.createUpload, wanted);
  const upload = await client.call(contracts.createUpload, wanted);
  await put(upload, largest);
  const ofUpload = uploadForm({ title: 'Building plans', upload_id: upload.id }, null);
  await ask(contracts.createDocument, { form: ofUpload }, { note: 'of an upload' });
  await takeMessages('processing');
  const target: { document_id: string; version_id: string } = JSON.parse(body);
  const path = { document_id: target.document_id };
  const json = { title: 'Another title' };

  await ask(contracts.getDocument, { path });
  await ask(contracts.listDocuments, {}, { note: `page of ${pageLength}` });
  await ask(contracts.updateDocument, { path, json });
  await ask(contracts.generateDocumentEntryPage, { path }, { note: 'drawn' });
  await ask(contracts.generateDocumentEntryPage, { path }, { note: 'there already' });
  await ask(contracts.createDocumentVersion, { path, form: form() });
  await ask(contracts.getDocumentVersion, { path: target });
  await ask(contracts.listDocumentVersions, { path });
  await ask(contracts.updateDocumentVersion, { path: target, json });

  const reader = { email: `reader-${round}@example.org` };
  await ask(contracts.createDocumentShare, { path, json: reader });
  await measureMail(stage, measure);
  await ask(contracts.listDocumentShares, { path });
  const [policy_id = ''] = credentials.policy_ids;
  await ask(contracts.attachDocumentPolicy, { path, json: { policy_id } });
  await ask(contracts.listDocumentPolicies, { path });
  await catchUp();
  await ask(contracts.listPolicyDocuments, { path: { policy_id } });
  await ask(contracts.detachDocumentPolicy, { path: { ...path, policy_id } });
  const added = { name: `Bench, round ${round}` };
  await ask(contracts.createPolicy, { json: added });
  await ask(contracts.updatePolicy, { path: { policy_id }, json: { name: `Renamed, round ${round}` } });
  await ask(contracts.getPolicy, { path: { policy_id } });
  await ask(contracts.listPolicies);

  await ask(contracts.createOrganization, { as: 'newcomer', json: { name: 'Bench' } });
  await ask(contracts.updateOrganization, { json: added });
  await ask(contracts.getOrganization);
  await ask(contracts.listOrganizationMembers);
  const member = {
    path: { user_id: credentials.user_ids.member },
    json: { role: round % 2 === 0 ? 'admin' : 'member' },
  };
  await ask(contracts.updateMemberRole, member);

  const process = (message: string) => () =>
    invoke('processVersion', {
      Records: [{ messageId: 'message-1', body: message, attributes: { ApproximateReceiveCount: '1' } }],
    });
  await measure('processVersion', process(body));
  await measure('processVersion', process(largeBody), { note: 'of 4.5 MB' });
  await measure('processVersion', process(body), { note: 'already done' });
  const read_id = await measureReading(stage, client, measure, round);
  await measureRooms(stage, client, measure, path.document_id);
  await measureSearch(stage, client, measure, read_id);
  if (round < sealedRounds) await measureSealing(stage, measure);

  const measureEndpoint = async () => {
    const [webhook] = (await client.call(contracts.listWebhooks)).webhooks;
    if (!webhook) throw new Error('there is no endpoint');
    const path = { webhook_id: webhook.id };
    await catchUp();
    await ask(contracts.listEvents);
    await ask(contracts.getWebhook, { path });
    await ask(contracts.listWebhookDeliveries, { path });
    const deliveries = await client.call(contracts.listWebhookDeliveries, { path });
    const { event_id = '' } = deliveries.items[0] ?? {};
    await ask(contracts.resendWebhookDelivery, { path: { ...path, event_id } });
    await ask(contracts.resendWebhookDeliveries, { path, json: { since: '2026-01-01T00:00:00Z' } });
    await ask(contracts.testWebhook, { path });
    await ask(contracts.rotateWebhookSecret, { path });
    await ask(contracts.updateWebhook, { path, json: { events: ['document.ready'] } });
    await ask(contracts.deleteWebhook, { path });
  };
  const takeOne = async (name: 'fanOutEvent' | 'deliverWebhook', queue: QueueName) => {
    const message = (await takeMessages(queue)).at(-1);
    if (message === undefined) throw new Error(`nothing was sent to ${name}`);
    return () => invoke(name, { Records: [{ messageId: 'message-1', body: message }] });
  };
  const url = `https://localhost:${receiverPort}/hook`;
  const endpoint = { json: { url, events: ['*'] } };
  await ask(contracts.registerWebhook, endpoint);
  await ask(contracts.listWebhooks);
  await client.succeed(contracts.updateDocument, { path, json: { title: 'A title to tell of' } });
  await measure('fanOutEvent', await takeOne('fanOutEvent', 'events'), { note: 'one endpoint' });
  await measure('deliverWebhook', await takeOne('deliverWebhook', 'deliveries'), { note: 'one delivery' });
  await measureEndpoint();
  if (round > 0) return measured;

  const sweepDue = () => invoke('sweepDue', {});
  await measure('sweepDue', sweepDue, { note: 'nothing due' });
  await table.letTimePass(dueMilliseconds);
  await sweepDue();
  await client.succeed(contracts.createDocument, { form: form() });
  await table.letTimePass(dueMilliseconds);
  await measure('sweepDue', sweepDue, { note: 'a version and two events due' });
  return measured;
}
