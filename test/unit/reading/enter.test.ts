import { describe, expect, test } from 'vitest';
import { policiesWithRulesMax } from '../../../shared/contract/limits.ts';
import type { DocumentItem } from '../../../shared/data/documents/documents.ts';
import { newId } from '../../../shared/data/table/ids.ts';
import { combine } from '../../../shared/policies/combine.ts';
import { policyOf } from '../../../shared/policies/ruleKinds.ts';
import { entryOf } from '../../../shared/reading/enter.ts';
import { membership } from '../../../shared/reading/ways/membership.ts';
import type { Way } from '../../../shared/reading/ways/way.ts';
import { asking, colleague, document, opensBy, other, session, wayOf } from './askings.ts';

const elsewhere = session(colleague, other);

describe('a way that exists only here', () => {
  const room = (answer: Awaited<ReturnType<Way['find']>>) => wayOf('room', async () => answer);
  const enter = (found: DocumentItem | undefined, ...list: readonly Way[]) =>
    entryOf(
      found,
      asking(elsewhere, async () => undefined),
      0,
      [membership, ...list],
    );

  test('opens a document, and adds rules, limits and details', async () => {
    const policy = { id: newId('pol'), name: 'Room', rules: { acknowledgement: 'I agree.' } };
    const rules = [{ attached_at: '2026-11-28T12:00:00Z', policy }];
    const way = room(opensBy({ rules, limits: ['watermark'], record: { room_id: 'room_1' } }));
    const { opened, added } = await enter(document('private'), way);
    const terms = combine([], added);

    expect(opened.map(({ record }) => record)).toEqual([{ room_id: 'room_1' }]);
    expect(terms).toMatchObject({ acknowledgements: [{ text: 'I agree.' }], watermark: { way: 'room' } });
    expect(policyOf(terms.watermark ?? { way: '' })).toBeNull();
  });

  test('refuses a reader with the time of its end, unless another way opens the document', async () => {
    const ended = room({ kind: 'refused', reason: 'expired', at: 1000 });
    const refusal = {
      kind: 'refused',
      reason: 'expired',
      source: { way: 'room' },
      endedAtMilliseconds: 1000,
    };

    expect((await enter(document('private'), ended)).ended).toEqual(refusal);
    expect((await enter(document('private'), ended, room(opensBy()))).ended).toBeUndefined();
    await expect(enter(undefined, ended)).rejects.toMatchObject({ code: 'resource_not_found' });
  });

  test('asks for a new proof of the address', async () => {
    const unproven = room({ kind: 'refused', reason: 'address_not_proven', at: null });

    await expect(enter(document('private'), unproven)).rejects.toMatchObject({
      code: 'insufficient_permissions',
    });
  });

  test('counts its policies with rules by itself', () => {
    const policies = (count: number, name: string) =>
      Array.from({ length: count }, () => ({
        attached_at: '2026-11-28T12:00:00Z',
        policy: { id: newId('pol'), name, rules: { watermark: true } },
      }));
    const tooMany = (ofDocument: number, ofRoom: number) =>
      combine(policies(ofDocument, 'document'), [
        { way: 'room', rules: policies(ofRoom, 'room'), limits: [], texts: [] },
      ]).tooMany?.name;

    expect(tooMany(policiesWithRulesMax, policiesWithRulesMax)).toBeUndefined();
    expect(tooMany(policiesWithRulesMax + 1, 0)).toBe('document');
    expect(tooMany(0, policiesWithRulesMax + 1)).toBe('room');
  });
});
