import type { FunctionName } from '../../infra/functions.ts';
import type { OperationContract } from '../../shared/contract/operation.ts';
import { operations } from '../../shared/contract/operations.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';
import { inWords, Recorder, type StoreCall, sequentialRoundTrips } from './recorder.ts';
import { printTable } from './table.ts';
import { temporaryDirectory } from './temporaryDirectory.ts';

interface Measured {
  readonly what: string;
  readonly calls: readonly StoreCall[];
  /** How many round trips it should take at most. */
  readonly aim: number | undefined;
}

const pageLength = 50;
/** Longer than a message has to be worked on, shorter than one that the sweep has sent. */
const dueMilliseconds = 2 * 60_000;
const readAim = 1;
/** What is there, the commit, and the message that tells of it. */
const writeAim = 3;

/** What every operation asks of the stores, one request at a time against the local ones. */
export async function benchOperations(): Promise<void> {
  await using directory = await temporaryDirectory();
  const recorder = new Recorder();
  const stage = await openStage({
    dataDirectory: directory.path,
    around: (name, run) => recorder.around(name, run),
  });
  try {
    await watchClients(recorder);
    const measured = await measureAll(stage, recorder);
    printTable(
      'What each operation asks of the stores',
      [
        { title: 'invocation' },
        { title: 'round trips', align: 'right' },
        { title: 'aim' },
        { title: 'RCU', align: 'right' },
        { title: 'WCU', align: 'right' },
        { title: 'calls (-> waits for what is before it, + goes at the same time)' },
      ],
      measured.map(({ what, calls, aim }) => {
        const trips = sequentialRoundTrips(calls);
        const verdict = aim === undefined ? '' : `<= ${aim}${trips > aim ? ' MISSED' : ''}`;
        return [what, trips, verdict, sum(calls, 'readUnits'), sum(calls, 'writeUnits'), inWords(calls)];
      }),
    );
    console.log(
      '\nThe authorizer runs before each operation; the rows of operations are what comes after authorization.\n' +
        'Capacity is what the local DynamoDB counts. On AWS an index costs writes of its own on top, and a query that\n' +
        'finds nothing costs 0.5.',
    );
  } finally {
    await stage.close();
  }
}

const sum = (calls: readonly StoreCall[], units: 'readUnits' | 'writeUnits'): number =>
  calls.reduce((total, call) => total + call[units], 0);

/** The handlers' own clients, every one of their calls noted. */
async function watchClients(recorder: Recorder): Promise<void> {
  const [{ dynamo }, { s3 }, { sqs }] = await Promise.all([
    import('../../shared/data/client.ts'),
    import('../../shared/files/client.ts'),
    import('../../shared/queues/client.ts'),
  ]);
  recorder.watch('dynamodb', dynamo);
  recorder.watch('s3', s3);
  recorder.watch('sqs', sqs);
}

async function measureAll(stage: Stage, recorder: Recorder): Promise<Measured[]> {
  const call = callerOf(stage);
  const form = async () => uploadForm({ title: 'Master agreement' }, await makePdf());
  const measured: Measured[] = [];
  const measure = async (
    name: FunctionName,
    run: () => Promise<unknown>,
    { note = '', aim }: { note?: string; aim?: number } = {},
  ): Promise<void> => {
    recorder.take();
    await run();
    const calls = recorder.take().find((recording) => recording.name === name)?.calls ?? [];
    measured.push({ what: name + (note && `, ${note}`), calls, aim });
  };

  // Any request shows what its authorizer does.
  await measure('authorizer', () => call(operations.listDocuments), { note: 'new key' });
  await measure('authorizer', () => call(operations.listDocuments), { note: 'key in memory', aim: 1 });

  for (let count = 1; count < pageLength; count++)
    await call(operations.createDocument, { form: await form() });
  await stage.takeMessages('processing');
  await measure('createDocument', async () => call(operations.createDocument, { form: await form() }));
  const [body = ''] = await stage.takeMessages('processing');
  const target: { document_id: string; version_id: string } = JSON.parse(body);
  const path = { document_id: target.document_id };
  const json = { title: 'Another title' };

  await measure('getDocument', () => call(operations.getDocument, { path }), { aim: readAim });
  const page = { note: `page of ${pageLength}`, aim: readAim };
  await measure('listDocuments', () => call(operations.listDocuments), page);
  await measure('updateDocument', () => call(operations.updateDocument, { path, json }), { aim: writeAim });
  const entryPage = () => call(operations.generateDocumentEntryPage, { path });
  await measure('generateDocumentEntryPage', entryPage, { note: 'drawn' });
  await measure('generateDocumentEntryPage', entryPage, { note: 'there already', aim: readAim });
  await measure('createDocumentVersion', async () =>
    call(operations.createDocumentVersion, { path, form: await form() }),
  );
  await measure('getDocumentVersion', () => call(operations.getDocumentVersion, { path: target }), {
    aim: readAim,
  });
  await measure('listDocumentVersions', () => call(operations.listDocumentVersions, { path }), {
    aim: readAim,
  });
  await measure(
    'updateDocumentVersion',
    () => call(operations.updateDocumentVersion, { path: target, json }),
    {
      aim: writeAim,
    },
  );

  const delivery = { Records: [{ messageId: 'message-1', body }] };
  await measure('processVersion', () => stage.invoke('processVersion', delivery));
  await measure('processVersion', () => stage.invoke('processVersion', delivery), { note: 'already done' });
  await measure('sweepDue', () => stage.invoke('sweepDue', {}), { note: 'nothing due' });
  await stage.table.letTimePass(dueMilliseconds);
  await stage.invoke('sweepDue', {});
  await call(operations.createDocument, { form: await form() });
  await stage.table.letTimePass(dueMilliseconds);
  await measure('sweepDue', () => stage.invoke('sweepDue', {}), { note: 'a version and two events due' });
  return measured;
}

interface CallRequest {
  readonly path?: Readonly<Record<string, string>>;
  readonly json?: object;
  readonly form?: FormData;
}

/** Sends a request as the owner. Throws unless it succeeds. */
const callerOf =
  ({ credentials: { base_url, api_keys } }: Stage) =>
  async (contract: OperationContract, { path = {}, json, form }: CallRequest = {}): Promise<void> => {
    const filled = contract.path.replace(/\{(\w+)\}/g, (_, name: string) => path[name] ?? '');
    const body = json ? JSON.stringify(json) : form;
    const response = await fetch(base_url + filled, {
      method: contract.method,
      headers: {
        Authorization: `Bearer ${api_keys.owner}`,
        ...(json && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body }),
    });
    if (!response.ok) throw new Error(`${contract.id}: ${response.status} ${await response.text()}`);
  };
