import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { attributesOfLaterRelease, parseItem } from '../../../shared/data/table/parse.ts';

const schema = z.object({ title: z.string(), due_at_ms: z.optional(z.int()) });
const stored = { pk: 'DOC#1', sk: 'DOC', list_pk: 'ORG#1', list_sk: '1', due_shard: '7', title: 'Lease' };

describe('a stored item', () => {
  test('of this release has the attributes of its schema, and no others', () => {
    const item = parseItem(schema, stored);

    expect(item).toStrictEqual({ title: 'Lease' });
    expect(attributesOfLaterRelease(item)).toEqual({});
  });

  test('of a later release keeps attributes that the schema does not have', () => {
    const item = parseItem(schema, { ...stored, archived: { at: 1 }, filter_pk: 'ARCHIVED' });

    expect({ ...item }.title).toBe('Lease');
    expect(Object.keys(item)).toEqual(['title']);
    expect(JSON.stringify(item)).toBe('{"title":"Lease"}');
    expect(attributesOfLaterRelease({ ...item, title: 'Renamed' })).toEqual({
      archived: { at: 1 },
      filter_pk: 'ARCHIVED',
    });
  });

  test('is refused if it does not match', () => {
    expect(() => parseItem(schema, { ...stored, title: 1 })).toThrow(z.core.$ZodError);
  });
});
