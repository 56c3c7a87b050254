import { expect, test } from 'vitest';
import type { VersionId } from '../../../shared/contract/identifiers.ts';
import { getTexts } from '../../../shared/files/keptTexts.ts';
import { textPdf } from '../../support/files/textPdf.ts';
import { anyPauseMilliseconds, sharedFaultyStage } from '../../support/stages/faultyStage.ts';
import { killedAt } from '../separateProcess.ts';

const stage = await sharedFaultyStage();

test('a worker that is killed at any change leaves the text due, and the next one keeps it', async () => {
  let ordinal = 0;
  for (let isKilled = true; isKilled; ) {
    ordinal += 1;
    const { body, version_id } = await stage.uploadAndTake(textPdf(['one', 'two']));
    await stage.consume('processVersion', body);
    const [message = '', ...others] = await stage.takeMessages('texts');
    expect(others).toEqual([]);

    isKilled = await killedAt(stage, 'keepText', message, ordinal);

    const left = await stage.table.version(version_id);
    expect(left).toMatchObject({ processing_status: 'ready', text: isKilled ? 'due' : 'kept' });
    if (isKilled) {
      // While the lease of the killed worker holds, another worker leaves the version alone.
      if (ordinal > 1) {
        expect(await stage.consume('keepText', message)).toEqual([]);
        expect(await stage.table.version(version_id)).toEqual(left);
      }
      await stage.table.letTimePass(anyPauseMilliseconds);
      await stage.deliver(...(await stage.sweep()));
    }
    const done = await stage.table.version(version_id);
    expect(done).toMatchObject({ text: 'kept', interrupted_attempts: 0 });
    expect(done).not.toHaveProperty('due_at_ms');
    expect(done).not.toHaveProperty('lease');
    expect((await getTexts(version_id as VersionId, 1, 20))?.texts).toEqual(['one', 'two']);
  }
  // The worker acquires the text, stores it, and records that it is kept.
  expect(ordinal).toBe(4);
});
