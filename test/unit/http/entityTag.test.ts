import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../shared/access/errors.ts';
import {
  enforceOnChange,
  entityTagOf,
  isKnown,
  type Preconditions,
  preconditionsOf,
} from '../../../shared/http/entityTag.ts';

const current = entityTagOf('{"title":"NDA"}');
const other = entityTagOf('{"title":"Lease"}');

const conditions = (headers: Partial<Preconditions>): Preconditions => ({
  ifMatch: undefined,
  ifNoneMatch: undefined,
  ...headers,
});

function refusal(act: () => unknown) {
  try {
    act();
    return undefined;
  } catch (error) {
    return error instanceof ApiError ? { code: error.code, param: error.param } : error;
  }
}

test('a tag is strong, and depends on the tagged value', () => {
  expect(current).toMatch(/^"[\w-]{43}"$/);
  expect(entityTagOf('{"title":"NDA"}')).toBe(current);
  expect(other).not.toBe(current);
});

describe('If-Match', () => {
  test.for([current, '*', `${other}, ${current}`, `, ,${current} ,`, `W/${other}\t,\t${current}`])(
    'accepts %s',
    (ifMatch) => {
      expect(refusal(() => enforceOnChange(conditions({ ifMatch }), current))).toBeUndefined();
      expect(isKnown(conditions({ ifMatch }), current)).toBe(false);
    },
  );

  test.for([other, '""', `W/${current}`, `${other}, "*"`, `"a,${current.slice(1, -1)}"`])(
    'refuses %s',
    (ifMatch) => {
      const failed = { code: 'precondition_failed', param: 'If-Match' };

      expect(refusal(() => enforceOnChange(conditions({ ifMatch }), current))).toEqual(failed);
      expect(refusal(() => isKnown(conditions({ ifMatch, ifNoneMatch: current }), current))).toEqual(failed);
    },
  );

  test.for(['', 'nonsense', current.slice(1, -1), `${current} ${other}`, `*, ${current}`, '"a space"'])(
    'is refused as malformed: %j',
    (ifMatch) => {
      expect(refusal(() => preconditionsOf({ 'If-Match': [ifMatch] }))).toEqual({
        code: 'invalid_value',
        param: 'If-Match',
      });
    },
  );
});

describe('If-None-Match', () => {
  test.for([current, '*', `W/${current}`, `${other}, ${current}`, `"a,b",W/${current}`])(
    'matches by %s',
    (ifNoneMatch) => {
      expect(isKnown(conditions({ ifNoneMatch }), current)).toBe(true);
      expect(refusal(() => enforceOnChange(conditions({ ifNoneMatch }), current))).toEqual({
        code: 'precondition_failed',
        param: 'If-None-Match',
      });
    },
  );

  test.for([other, '', 'nonsense', current.slice(1, -1), `*, ${current}`])(
    'does not match by %j',
    (value) => {
      const read = preconditionsOf({ 'If-None-Match': [value] });

      expect(read && isKnown(read, current)).toBe(false);
      expect(refusal(() => read && enforceOnChange(read, current))).toBeUndefined();
    },
  );
});

test('names of conditions can have any case, and several lines', () => {
  expect(preconditionsOf({ 'if-match': [other, current], 'IF-NONE-MATCH': ['*'] })).toEqual({
    ifMatch: `${other}, ${current}`,
    ifNoneMatch: '*',
  });
});

test.for([null, {}, { Accept: ['*/*'], 'X-If-Match': ['*'] }])(
  'a request without conditions has none: %j',
  (headers) => {
    expect(preconditionsOf(headers)).toBeUndefined();
  },
);
