import { describe, expect, test } from 'vitest';
import { clientOf } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { sharedFaultyStage } from '../../support/stages/faultyStage.ts';
import { makePdf, uploadForm } from '../../support/uploads.ts';
import { ownRestartableService } from './runningService.ts';

const stage = await sharedFaultyStage();
const service = await ownRestartableService();
const pdf = await makePdf();
const newKey = () => ({ 'Idempotency-Key': crypto.randomUUID() });
const isReplay = ({ headers }: { readonly headers: Headers }) => headers.has('idempotent-replayed');

describe('a function without access to all stores', () => {
  /**
   * Cuts off all stores, beginning with the request that has this number. With `after`, the store still carries out this one request, but
   * its answer is lost.
   */
  function cutOffAt(step: number, how: 'before' | 'after'): () => number {
    let requests = 0;
    for (const line of [stage.dynamodb, stage.s3, stage.sqs, stage.kms])
      line.faultOf = () => {
        requests++;
        if (requests < step) return undefined;
        return requests === step && how === 'after' ? 'unanswered' : 'refusing';
      };
    return () => requests;
  }

  const answersTo = async (key: ReturnType<typeof newKey>) =>
    (await stage.table.everything()).filter(({ sk }) => sk.endsWith(key['Idempotency-Key']));

  /**
   * There are eight requests: two of the authorizer, one to look for an earlier answer, and five of the upload. The ninth step meets no
   * fault.
   */
  const steps = [1, 3, 5, 7, 9];

  test.for(steps.flatMap((step) => (['before', 'after'] as const).map((how) => [step, how] as const)))(
    'stores an upload together with its answer, or neither: %i, %s',
    async ([step, how]) => {
      const key = newKey();
      const title = crypto.randomUUID();
      const upload = () => stage.call.createDocument({ headers: key, form: uploadForm({ title }, pdf) });
      const found = async () => {
        await stage.catchUp();
        const { items } = (await stage.call.listDocuments({ query: { limit: '100' } })).body;
        return items.filter((document) => document.title === title);
      };
      cutOffAt(step, how);
      await upload();
      stage.mend();
      const left = await found();
      const answers = await answersTo(key);
      expect(answers).toHaveLength(left.length);

      const [second, third] = [await upload(), await upload()];

      expect(second.status).toBe(200);
      expect(isReplay(second)).toBe(left.length === 1);
      expect(third.body).toEqual(second.body);
      expect((await found()).map(({ id }) => id)).toEqual([second.body.id]);
    },
  );
});

describe('a service that is killed during uploads with one key', () => {
  const moments: Readonly<Record<string, (answers: readonly Promise<unknown>[]) => Promise<unknown>>> = {
    'as one is stored': () =>
      service.storedByRunning((table) =>
        eventually(
          () => table.everything(),
          (items) => items.some(({ sk }) => sk.startsWith('ANSWER#stored')),
        ),
      ),
    'as one is answered': (answers) => Promise.any(answers),
  };

  test.for(Object.entries(moments))('%s, makes one document, and returns it', async ([title, moment]) => {
    const headers = { 'Idempotency-Key': `${title.replace('as one is ', '').replaceAll(' ', '-')}` };
    const upload = async () =>
      clientOf((await service.running()).credentials).createDocument({
        headers,
        form: uploadForm({ title }, pdf),
      });
    await service.running();
    const answers = Array.from({ length: 8 }, upload);
    const settled = Promise.allSettled(answers);
    await moment(answers);
    await service.stop('SIGKILL');
    const acknowledged = (await settled).flatMap((answer) =>
      answer.status === 'fulfilled' && answer.value.status === 200 ? [answer.value.body.id] : [],
    );

    const { body } = await upload();

    const stored = await service.storedByRunning((table) => table.everything());
    const documents = stored.filter((item) => item.sk === 'DOC' && item.title === title);
    expect(documents.map(({ id }) => id)).toEqual([body.id]);
    expect(new Set([...acknowledged, body.id]).size).toBe(1);
  });
});
