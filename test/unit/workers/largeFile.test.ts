import { expect, test } from 'vitest';
import { InspectionThread } from '../../../functions/workers/inspection/inspectionThread.ts';
import { otherFunctions } from '../../../infra/functions/others.ts';
import { maxFileBytesDefault } from '../../../shared/contract/limits.ts';
import { largePdf } from '../../support/files/largePdf.ts';
import { bundleInspection } from '../../support/runner/bundledThread.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

/** The memory of the worker itself: the file, and its runtime. */
const runtimeMegabytes = 150;

test('the largest file is in the memory of its thread twice', async () => {
  await using directory = await temporaryDirectory();
  const thread = new InspectionThread(await bundleInspection(directory.path), 1000);
  await thread.started;
  const pdf = await largePdf(maxFileBytesDefault);
  const before = await thread.usage();

  const inspection = await thread.inspect(pdf);
  const after = await thread.usage();
  thread.end();

  const megabytes = after.megabytes - before.megabytes;
  const held = (3 * pdf.byteLength) / 2 ** 20 + runtimeMegabytes;
  expect(inspection).toEqual({ outcome: 'ready', page_count: 100, active_content: [] });
  expect(pdf.byteLength).toBeGreaterThan(104_000_000);
  expect(megabytes).toBeLessThan((2.1 * pdf.byteLength) / 2 ** 20);
  expect(held).toBeLessThan(otherFunctions.processVersion.memoryMegabytes / 3);
});
