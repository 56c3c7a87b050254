import { expect, test } from 'vitest';
import { readVariables } from '../../../infra/local/settings.ts';

test('a start tells its functions the defaults', () => {
  expect(readVariables({})).toEqual({
    RATE_LIMIT_REQUESTS: '1000',
    RATE_LIMIT_CREATES: '100',
    MAX_FILE_BYTES: '104857600',
    WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
  });
});

test('a start tells its functions what the environment says', () => {
  const set = {
    RATE_LIMIT_REQUESTS: '5',
    RATE_LIMIT_CREATES: '2',
    MAX_FILE_BYTES: '5000000',
    WEBHOOK_ALLOW_PRIVATE_TARGETS: 'false',
  };

  expect(readVariables({ ...set, UNRELATED: 'yes' })).toEqual(set);
});

test.for([{ RATE_LIMIT_CREATES: 'many' }, { WEBHOOK_ALLOW_PRIVATE_TARGETS: 'maybe' }])(
  'a start refuses %j',
  (env) => {
    expect(() => readVariables(env)).toThrow(/must be/);
  },
);
