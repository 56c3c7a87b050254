import { expect, test } from 'vitest';
import {
  anyPauseMilliseconds,
  sendGraceMilliseconds,
  sharedFaultyStage,
  sweptOf,
} from '../support/stages/faultyStage.ts';

const stage = await sharedFaultyStage();

/** The state of a version when it is processed. */
const processed = { processing_status: 'ready', interrupted_attempts: 0 };

/** The events about a document with one version, which is ready. */
const typesOnce = ['document.created', 'document.ready', 'version.created', 'version.ready'];

/** Returns the types of the stored events about a document and its version. */
async function eventTypes(documentId: string, versionId: string): Promise<string[]> {
  const events = await stage.table.events();
  const isAbout = (body: string) => body.includes(documentId) || body.includes(versionId);
  return events
    .filter(({ body }) => isAbout(body))
    .map(({ type }) => type)
    .sort();
}

test('a message that is not sent, or is lost, is sent again by the sweep, each time', async () => {
  stage.sqs.faultOf = () => 'refusing';
  const { id } = await stage.upload();
  stage.sqs.mend();
  expect(await stage.sweep()).toEqual([]);
  await stage.table.letTimePass(sendGraceMilliseconds);
  const bodies = await stage.sweep();
  expect(bodies).toHaveLength(1);

  for (let lost = 0; lost < 3; lost++) {
    await stage.table.letTimePass(anyPauseMilliseconds);
    expect(await stage.sweep()).toEqual(bodies);
    expect(await stage.sweep()).toEqual([]);
  }

  expect(await stage.deliver(...bodies)).toEqual([]);
  expect((await stage.document(id)).processing_status).toBe('ready');
  await stage.table.letTimePass(anyPauseMilliseconds);
  expect(await stage.sweep()).toEqual([]);
});

test.for([
  ['to two workers at once', (body: string) => [stage.deliver(body), stage.deliver(body)]],
  ['in one batch', (body: string) => [stage.deliver(body, body)]],
  ['by the sweep while it is worked on', (body: string) => [stage.deliver(body), first(sweptOf(body))]],
] as const)(
  'a message that is delivered twice %s has one result and no error',
  async ([_how, deliveries]) => {
    const { document, body, version_id } = await stage.uploadAndTake();

    expect((await Promise.all(deliveries(body))).flat()).toEqual([]);

    expect(await stage.table.version(version_id)).toMatchObject(processed);
    const after = await stage.document(document.id);
    expect(after).toMatchObject({ processing_status: 'ready', current_version: { id: version_id } });
    expect(await eventTypes(document.id, version_id)).toEqual(typesOnce);
  },
);

/** Delivers a message as if for the first time. SQS may report a receive count of 1 more than once. */
async function first(body: string): Promise<unknown[]> {
  const attributes = { ApproximateReceiveCount: '1' };
  const answer = await stage.invoke('processVersion', { Records: [{ messageId: '0', body, attributes }] });
  return (answer as { batchItemFailures: unknown[] }).batchItemFailures;
}
