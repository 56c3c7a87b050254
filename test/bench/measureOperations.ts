import { operations as contracts } from '../../shared/contract/operations.ts';
import type { QueueName } from '../../shared/runtime/stores.ts';
import { eventually } from '../support/eventually.ts';
import { put } from '../support/putUpload.ts';
import type { Recorder } from '../support/stages/recorder.ts';
import type { Stage } from '../support/stages/stage.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';
import { type BenchRequest, clientOf } from './client.ts';
import { type Measure, type Measured, measuring } from './measured.ts';
import { measureReading, measureRooms } from './measureReading.ts';
import { measureSealing } from './measureSchedules.ts';
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

/** After this number of rounds, the code is compiled. Each round writes a thousand entries first. */
const sealedRounds = 10;
/** Invokes each function whose cost the documents quote, one request at a time. */
export async function measureOperations(
  stage: Stage,
  recorder: Recorder,
  { pageLength, receiverPort, payloads: { usual, largest }, round = 0 }: Round,
): Promise<readonly Measured[]> {
  const { credentials, invoke, takeMessages } = stage;
  const client = clientOf(credentials);
  const measured: Measured[] = [];
  const measure = measuring(recorder, measured);
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
  const reader = { email: `reader-${round}@example.org` };
  await ask(contracts.createDocumentShare, { path, json: reader });
  await measureMail(stage, measure);
  await measure('processVersion', () =>
    invoke('processVersion', {
      Records: [{ messageId: 'message-1', body, attributes: { ApproximateReceiveCount: '1' } }],
    }),
  );
  // The member reads what follows as an admin, who manages it.
  const user = { user_id: credentials.user_ids.member };
  if (round === 0) await client.succeed(contracts.updateMemberRole, { path: user, json: { role: 'admin' } });
  const read_id = await measureReading(stage, client, measure, round);
  await measureRooms(stage, client, measure, path.document_id);
  await measureSearch(stage, client, measure, read_id);
  if (round < sealedRounds) await measureSealing(stage, measure);

  const takeOne = async (name: 'fanOutEvent' | 'deliverWebhook', queue: QueueName) => {
    const message = (await takeMessages(queue)).at(-1);
    if (message === undefined) throw new Error(`nothing was sent to ${name}`);
    return () => invoke(name, { Records: [{ messageId: 'message-1', body: message }] });
  };
  const url = `https://localhost:${receiverPort}/hook`;
  const { id: webhook_id } = await client.call(contracts.registerWebhook, { json: { url, events: ['*'] } });
  await client.succeed(contracts.updateDocument, { path, json: { title: 'A title to tell of' } });
  await measure('fanOutEvent', await takeOne('fanOutEvent', 'events'), { note: 'one endpoint' });
  await measure('deliverWebhook', await takeOne('deliverWebhook', 'deliveries'), { note: 'one delivery' });
  await client.succeed(contracts.deleteWebhook, { path: { webhook_id } });
  return measured;
}

/** Measures the worker that sends the mail of a new share, and the worker that records the event with which SES reports the delivery. */
async function measureMail({ invoke, takeMessages }: Stage, measure: Measure): Promise<void> {
  const takeOne = async (queue: QueueName) => {
    const [body] = await eventually(
      () => takeMessages(queue),
      (messages) => messages.length > 0,
    );
    return { Records: [{ messageId: 'message-1', body }] };
  };
  const mail = await takeOne('mail');
  await measure('sendMail', () => invoke('sendMail', mail), { note: 'of a share' });
  const event = await takeOne('mailEvents');
  await measure('recordMailEvent', () => invoke('recordMailEvent', event));
}
