import { expect, test } from 'vitest';
import { documentKey } from '../../shared/data/table/keys.ts';
import { listKeptFiles } from '../../shared/files/keptFiles.ts';
import { payloadKey } from '../../shared/files/payloads.ts';
import { refused } from '../support/refusals.ts';
import { anyPauseMilliseconds, ownFaultyStage } from '../support/stages/faultyStage.ts';
import { killedAt } from './separateProcess.ts';

const stage = await ownFaultyStage();

const lifetimeMilliseconds = 30 * 24 * 60 * 60_000;

/** A document whose time is over, and the message that has it removed. */
async function expired() {
  const { document, body, version_id } = await stage.uploadAndTake();
  await stage.deliver(body);
  const path = { document_id: document.id };
  await stage.call.attachDocumentPolicy({ path, json: { policy_id: stage.credentials.policy_ids[0] } });
  await stage.call.generateDocumentEntryPage({ path });
  await stage.call.deleteDocument({ path });
  await stage.table.letTimePass(lifetimeMilliseconds);
  return { path, version_id: version_id as `ver_${string}`, message: await swept() };
}

async function swept(): Promise<string> {
  await stage.invoke('sweepDue', {});
  const [message = '', ...others] = await stage.takeMessages('removals');
  expect([message !== '', others]).toEqual([true, []]);
  return message;
}

const itemsOf = async ({ document_id }: { readonly document_id: `doc_${string}` }) =>
  (await stage.table.everything()).filter(({ pk }) => pk === documentKey(document_id).pk);
async function keptFiles(): Promise<string[]> {
  const keys: string[] = [];
  for await (const page of listKeptFiles()) keys.push(...page.map(({ key }) => key));
  return keys;
}

test('a removal that is killed at any of its requests is out of sight, is not forgotten, and ends', async () => {
  let ordinal = 0;
  for (let isKilled = true; isKilled; ) {
    ordinal += 1;
    const { path, version_id, message } = await expired();

    isKilled = await killedAt(stage, 'removeDeleted', message, ordinal);

    const refusal = refused('resource_not_found', 'document_id');
    expect(await stage.call.getDocument({ path })).toMatchObject(refusal);
    expect(await stage.call.restoreDocument({ path })).toMatchObject(refusal);
    const left = await itemsOf(path);
    if (isKilled) {
      // Whatever is left is led to by the item of the document, which is due.
      expect(left.filter(({ sk, due_at_ms }) => sk === 'DELETED' && due_at_ms !== undefined)).toHaveLength(1);
      const isVersionLeft = left.some(({ sk }) => sk.startsWith('VERSION#'));
      if (!isVersionLeft) expect(await keptFiles()).not.toContain(payloadKey(version_id));
      await stage.table.letTimePass(anyPauseMilliseconds);
      expect(await stage.consume('removeDeleted', await swept())).toEqual([]);
    }
    expect(await itemsOf(path)).toEqual([]);
    expect(await keptFiles()).not.toContain(payloadKey(version_id));
    expect(await stage.consume('removeDeleted', message)).toEqual([]);
  }
  expect(ordinal).toBeGreaterThan(8);
}, 120_000);
