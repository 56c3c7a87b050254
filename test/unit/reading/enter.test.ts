import { describe, expect, test } from 'vitest';
import type { AccessLevel } from '../../../shared/contract/enumerations.ts';
import { policiesWithRulesMax } from '../../../shared/contract/limits.ts';
import type { DocumentItem } from '../../../shared/data/documents/documents.ts';
import { newId } from '../../../shared/data/table/ids.ts';
import { combine } from '../../../shared/policies/combine.ts';
import { policyOf } from '../../../shared/policies/ruleKinds.ts';
import { entryOf } from '../../../shared/reading/enter.ts';
import { membership } from '../../../shared/reading/ways/membership.ts';
import type { Way } from '../../../shared/reading/ways/way.ts';
import { acme, asking, colleague, document, opensBy, other, session, wayOf } from './askings.ts';

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

describe('a request that names a room', () => {
  const named = newId('room');
  const byRoom: Way = {
    ...wayOf('room', async () => opensBy({ record: { room_id: named } })),
    isByRoom: true,
  };
  const outcome = (access_level: AccessLevel, room: typeof named | undefined, ...list: readonly Way[]) =>
    entryOf(document(access_level), { ...asking(session(colleague, acme), async () => undefined), room }, 0, [
      membership,
      ...list,
    ]).then(
      ({ opened }) => opened.map(({ as, record }) => record?.room_id ?? as).join() || 'everybody',
      ({ param }: { param: string }) => param,
    );
  const closed: Way = { ...byRoom, find: async () => undefined };

  test.for<[AccessLevel, inRoom: string, inClosed: string, elsewhere: string]>([
    ['public', named, 'document_id', 'colleague'],
    ['organization', named, 'document_id', 'colleague'],
    ['private', named, 'document_id', 'document_id'],
  ])('is for the room only: %s', async ([access_level, inRoom, inClosed, elsewhere]) => {
    expect(await outcome(access_level, named, byRoom)).toBe(inRoom);
    expect(await outcome(access_level, named, closed)).toBe(inClosed);
    expect(await outcome(access_level, undefined, byRoom)).toBe(elsewhere);
  });

  test('asks to accept the texts of the gate for the room, also if the document asks for them', () => {
    const attached = (name: string, acknowledgement: string) => ({
      attached_at: '2026-11-28T12:00:00Z',
      policy: { id: newId('pol'), name, rules: { acknowledgement } },
    });
    const rules = [attached('gate', 'Both.'), attached('gate', 'Gate.')];
    const { acknowledgements } = combine(
      [attached('document', 'Both.'), attached('document', 'Document.')],
      [{ way: 'room', room: named, rules, limits: [], texts: [] }],
    );

    expect(acknowledgements.map(({ text, room }) => [text, room])).toEqual([
      ['Both.', named],
      ['Document.', undefined],
      ['Gate.', named],
    ]);
  });
});
