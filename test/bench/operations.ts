import type { FunctionName } from '../../infra/functions.ts';
import { operations as contracts } from '../../shared/contract/operations.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';
import { type BenchRequest, clientOf } from './client.ts';
import { inWords, Recorder, type StoreCall, sequentialRoundTrips, sumOfUnits } from './recorder.ts';
import { section } from './section.ts';
import { printTable, verdict } from './table.ts';
import { watchClients } from './watchClients.ts';

type Operation = (typeof contracts)[keyof typeof contracts];

interface Measured {
  readonly what: string;
  readonly calls: readonly StoreCall[];
  /** It should take at most so many round trips. */
  readonly aim: number | undefined;
}

/** Longer than a message has to be worked on, shorter than one that the sweep has sent. */
const dueMilliseconds = 2 * 60_000;
const readAim = 1;
/** A write loads, commits, and sends a message that tells of it. */
const writeAim = 3;

interface Counts {
  /** How many documents are listed. */
  readonly pageLength: number;
}

/** Notes which calls every operation makes to the stores, one request at a time against the local ones. */
export const operations = section<Counts>(
  { full: { pageLength: 50 }, short: { pageLength: 2 } },
  async (counts) => {
    await using directory = await temporaryDirectory();
    const recorder = new Recorder();
    const stage = await openStage({
      dataDirectory: directory.path,
      around: (name, run) => recorder.around(name, run),
    });
    try {
      await watchClients(recorder);
      printCalls(await measureAll(stage, recorder, counts));
    } finally {
      await stage.close();
    }
  },
);

function printCalls(measured: readonly Measured[]): void {
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
      const units = [sumOfUnits(calls, 'readUnits'), sumOfUnits(calls, 'writeUnits')];
      return [what, trips, aim === undefined ? '' : verdict(trips, aim), ...units, inWords(calls)];
    }),
  );
  console.log(
    '\nThe authorizer runs before each operation; the rows of operations are what comes after authorization.\n' +
      'Capacity is counted as AWS bills it: what a transaction writes twice, and each entry of an index on top.',
  );
}

async function measureAll(
  stage: Stage,
  recorder: Recorder,
  { pageLength }: Counts,
): Promise<readonly Measured[]> {
  const { credentials, invoke, table, takeMessages } = stage;
  const client = clientOf(credentials);
  const measured: Measured[] = [];
  const measure = async (
    name: FunctionName,
    run: () => Promise<unknown>,
    { note = '', aim }: { note?: string; aim?: number } = {},
  ): Promise<void> => {
    recorder.take();
    await run();
    const recording = recorder.take().find((candidate) => candidate.name === name);
    if (!recording) throw new Error(`${name} was not invoked`);
    measured.push({ what: name + (note && `, ${note}`), calls: recording.calls, aim });
  };
  const ask = (
    contract: Operation,
    request: BenchRequest = {},
    more?: { note?: string; aim?: number },
  ): Promise<void> => measure(contract.id, () => client.succeed(contract, request), more);
  const form = async () => uploadForm({ title: 'Master agreement' }, await makePdf());

  // Any request shows what its authorizer does.
  const anything = () => client.succeed(contracts.listDocuments);
  await measure('authorizer', anything, { note: 'new key' });
  await measure('authorizer', anything, { note: 'key in memory', aim: 1 });

  for (let count = 1; count < pageLength; count++)
    await client.succeed(contracts.createDocument, { form: await form() });
  await takeMessages('processing');
  await ask(contracts.createDocument, { form: await form() });
  const [body = ''] = await takeMessages('processing');
  const target: { document_id: string; version_id: string } = JSON.parse(body);
  const path = { document_id: target.document_id };
  const json = { title: 'Another title' };

  const read = { aim: readAim };
  const write = { aim: writeAim };
  await ask(contracts.getDocument, { path }, read);
  await ask(contracts.listDocuments, {}, { ...read, note: `page of ${pageLength}` });
  await ask(contracts.updateDocument, { path, json }, write);
  await ask(contracts.generateDocumentEntryPage, { path }, { note: 'drawn' });
  await ask(contracts.generateDocumentEntryPage, { path }, { ...read, note: 'there already' });
  await ask(contracts.createDocumentVersion, { path, form: await form() });
  await ask(contracts.getDocumentVersion, { path: target }, read);
  await ask(contracts.listDocumentVersions, { path }, read);
  await ask(contracts.updateDocumentVersion, { path: target, json }, write);

  const [policy_id = ''] = credentials.policy_ids;
  await ask(contracts.attachDocumentPolicy, { path, json: { policy_id } }, write);
  await ask(contracts.listDocumentPolicies, { path }, read);
  await ask(contracts.detachDocumentPolicy, { path: { ...path, policy_id } }, write);

  await ask(contracts.createOrganization, { as: 'newcomer', json: { name: 'Bench' } }, write);
  await ask(contracts.listOrganizationMembers, {}, read);
  const member = { path: { user_id: credentials.user_ids.member }, json: { role: 'admin' } };
  await ask(contracts.updateMemberRole, member, write);
  await ask(contracts.registerWebhook, { json: { url: 'https://localhost/hooks', events: ['*'] } });
  await ask(contracts.listWebhooks, {}, read);

  const processVersion = () => invoke('processVersion', { Records: [{ messageId: 'message-1', body }] });
  await measure('processVersion', processVersion);
  await measure('processVersion', processVersion, { note: 'already done' });
  const sweepDue = () => invoke('sweepDue', {});
  await measure('sweepDue', sweepDue, { note: 'nothing due' });
  await table.letTimePass(dueMilliseconds);
  await sweepDue();
  await client.succeed(contracts.createDocument, { form: await form() });
  await table.letTimePass(dueMilliseconds);
  await measure('sweepDue', sweepDue, { note: 'a version and two events due' });
  return measured;
}
