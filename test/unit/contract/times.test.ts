import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { since, when } from '../../../infra/admin/commandLine/arguments.ts';
import type { OperationContract } from '../../../shared/contract/operation.ts';
import { allOperations } from '../../../shared/contract/operations.ts';
import { newRules } from '../../../shared/contract/resources/rules.ts';
import { date, dateTime } from '../../../shared/contract/text.ts';

interface Field {
  readonly name: string;
  readonly schema: z.ZodMiniType;
  readonly kind: 'time' | 'day' | 'other';
}

const isIn = (schema: unknown, kind: unknown): boolean => {
  const { innerType, in: input } = Object(Object(schema)._zod?.def);
  return schema === kind || [innerType, input].some((inner) => inner && isIn(inner, kind));
};

/** Returns the fields of a schema whose names are those of times, and the others that take times or days. */
function timesIn(schema: unknown, name = ''): Field[] {
  const { shape, innerType, in: input, element } = Object(Object(schema)._zod?.def);
  const kind = isIn(schema, dateTime) ? 'time' : isIn(schema, date) ? 'day' : 'other';
  if (kind !== 'other') return [{ name, schema: schema as z.ZodMiniType, kind }];
  if (shape) return Object.entries(shape).flatMap(([inner, of]) => timesIn(of, inner));
  const inside = [innerType, input, element].flatMap((inner) => (inner ? timesIn(inner, name) : []));
  const isNamedSo = /(_at|_until|_after|_before|^since|^until)$/.test(name);
  return inside.length === 0 && isNamedSo ? [{ name, schema: schema as z.ZodMiniType, kind }] : inside;
}

/** Times and days, and whether they are refused: their moment in UTC must be in the years 0001 to 9999. */
const moments = {
  day: { '0000-12-31': true, '0001-01-01': false, '9999-12-31': false },
  time: {
    '0000-01-01T00:00:00Z': true,
    // RFC 3339, section 5.6, allows lower case.
    '2026-01-31t09:30:00z': false,
    '0001-01-01T00:00:00Z': false,
    '0001-01-01T00:00:00+00:01': true,
    '9999-12-31T23:59:59-00:01': true,
    '9999-12-31T23:59:59.9999999999Z': false,
  },
  other: {},
};

test('every field of a request with the name of a time takes times or days in the years 0001 to 9999', () => {
  const found = allOperations.flatMap(({ id, query, body }: OperationContract) =>
    [query, body?.kind === 'json' ? body.schema : body?.fields]
      .flatMap((schema) => timesIn(schema))
      .map((field) => ({ ...field, at: `${id} ${field.name}` })),
  );
  expect(found.length).toBeGreaterThan(25);
  for (const { at, name, schema, kind } of found) {
    expect(kind, at).not.toBe('other');
    for (const [moment, isRefused] of Object.entries<boolean>(moments[kind])) {
      // The times in rules are checked together with other rules.
      const { error } = at.includes('Policy ')
        ? newRules.safeParse({ [name]: moment })
        : schema.safeParse(moment);
      expect([error?.issues[0]?.message ?? ''], `${at} ${moment}`).toEqual([
        isRefused ? expect.stringContaining('in the years 0001 to 9999') : '',
      ]);
    }
  }
});

test('times for commands lie in the years 0001 to 9999', () => {
  for (const read of [when, since]) {
    expect(() => read('0001-01-01T00:00:00+00:01')).toThrow('date-time');
    expect(read('9999-12-31T23:59:59Z')(0)).toBe(Date.parse('9999-12-31T23:59:59Z'));
  }
  expect(since('999999d')(Date.now())).toBe(Date.parse('0001-01-01T00:00:00Z'));
});
