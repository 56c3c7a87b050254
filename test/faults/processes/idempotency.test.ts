import { expect, test } from 'vitest';
import { sharedFaultyStage } from '../../support/stages/faultyStage.ts';
import { makePdf, uploadForm } from '../../support/uploads.ts';

const stage = await sharedFaultyStage();
const pdf = await makePdf();
const newKey = () => ({ 'Idempotency-Key': crypto.randomUUID() });
const isReplay = ({ headers }: { readonly headers: Headers }) => headers.has('idempotent-replayed');

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
  'a function without access to all stores stores an upload together with its answer, or neither: %i, %s',
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
