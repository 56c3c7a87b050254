import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError } from '../../shared/access/errors.ts';
import { createDocument } from '../../shared/contract/operations/documents.ts';
import { readForm } from '../../shared/http/multipart.ts';
import { makePdf } from '../support/uploads.ts';
import { malformedForms } from './forms.ts';

/** FUZZ_FORMS is the number of forms. */
const count = Number(process.env.FUZZ_FORMS ?? 1000);
const seed = Number(process.env.FUZZ_SEED ?? 20261122);
/** The most bytes by which the memory may grow. All forms together have a gigabyte. If forms stayed in memory, it would grow by more. */
const mostGrownBytes = 30_000_000;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');
/** Buffers count until their finalizers have run. The size is final when it has stopped shrinking. */
async function heapBytes(): Promise<number> {
  for (let least = Number.POSITIVE_INFINITY; ; ) {
    collectGarbage();
    await setImmediate();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    const bytes = heapUsed + arrayBuffers;
    if (bytes > least - 1_000_000) return Math.min(bytes, least);
    least = bytes;
  }
}

const { body } = createDocument;

test('malformed forms are read or refused, and leave nothing in memory', {
  timeout: 600_000,
}, async () => {
  const forms = malformedForms(await makePdf());
  const read = async (numRuns: number, from: number) => {
    let slowest = { what: '', milliseconds: 0 };
    await fc.assert(
      fc.asyncProperty(forms, async ({ what, raw, headers }) => {
        const began = performance.now();
        await readForm(headers['Content-Type'], raw, body).catch((error: unknown) => {
          expect(error).toBeInstanceOf(ApiError);
        });
        const milliseconds = performance.now() - began;
        if (milliseconds > slowest.milliseconds) slowest = { what, milliseconds };
      }),
      { seed: from, numRuns },
    );
    return slowest;
  };
  await read(100, seed + 1);
  const before = await heapBytes();

  const slowest = await read(count, seed);

  const after = await heapBytes();
  expect(after - before).toBeLessThan(mostGrownBytes);
  if (process.env.FUZZ_FORMS) process.stdout.write(`${JSON.stringify({ count, slowest, before, after })}\n`);
});
