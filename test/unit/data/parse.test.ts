import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { attributesOfLaterRelease, parseItem } from '../../../shared/data/table/parse.ts';

const schema = z.object({ title: z.string(), due_at_ms: z.optional(z.int()) });
const stored = { pk: 'DOC#1', sk: 'DOC', list_pk: 'ORG#1', list_sk: '1', due_shard: '7', title: 'Lease' };

describe('an item', () => {
  test('of this release has what its schema knows, and nothing else', () => {
    const item = parseItem(schema, stored);

    expect(item).toStrictEqual({ title: 'Lease' });
    expect(attributesOfLaterRelease(item)).toEqual({});
  });

  test('of a later release carries along what its schema does not know', () => {
    const item = parseItem(schema, { ...stored, archived: { at: 1 }, filter_pk: 'ARCHIVED' });

    expect({ ...item }.title).toBe('Lease');
    expect(Object.keys(item)).toEqual(['title']);
    expect(JSON.stringify(item)).toBe('{"title":"Lease"}');
    expect(attributesOfLaterRelease({ ...item, title: 'Renamed' })).toEqual({
      archived: { at: 1 },
      filter_pk: 'ARCHIVED',
    });
  });

  test('that is not one is refused', () => {
    expect(() => parseItem(schema, { ...stored, title: 1 })).toThrow(z.core.$ZodError);
  });
});
