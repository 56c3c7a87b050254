import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { eventData, eventOf } from '../../../shared/contract/events.ts';
import { eventTypes } from '../../../shared/contract/eventTypes.ts';
import { eventExamples } from '../../../shared/contract/words/eventTypes.ts';
import { createdAt } from '../../../shared/data/table/ids.ts';

test('every event type has an example and a schema', () => {
  expect(Object.keys(eventExamples)).toEqual([...eventTypes]);
  expect(Object.keys(eventData)).toEqual([...eventTypes]);
});

describe.for(eventTypes)('the example of %s', (type) => {
  const example = eventExamples[type];

  test('matches the contract exactly', () => {
    expect(z.parse(eventOf(type), example)).toEqual(example);
    expect(z.safeParse(eventOf(type), { ...example, more: true }).success).toBe(false);
    expect(z.safeParse(eventOf(type), { ...example, data: { ...example.data, more: true } }).success).toBe(
      false,
    );
  });

  test('has an id of a time after the ids in it', () => {
    expect(example.timestamp).toBe(createdAt(example.id));
    if ('created_at' in example.data) {
      // The name of an API key is random and has no time.
      if (!example.data.id.startsWith('key_'))
        expect(example.data.created_at).toBe(createdAt(example.data.id));
      expect(example.data.created_at <= example.timestamp).toBe(true);
    }
  });
});
