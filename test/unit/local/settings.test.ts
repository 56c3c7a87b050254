import { StartupError } from 'assembly-host/startupError';
import { expect, test } from 'vitest';
import { readVariables } from '../../../infra/local/settings.ts';

test('functions get the values of the environment', () => {
  const set = {
    RATE_LIMIT_REQUESTS: '5',
    RATE_LIMIT_CREATES: '2',
    RATE_LIMIT_SEARCHES: '7',
    RATE_LIMIT_PERSON_FACTOR: '3',
    RATE_LIMIT_ORGANIZATION_FACTOR: '4',
    MAX_FILE_BYTES: '5000000',
    WEBHOOK_ALLOW_PRIVATE_TARGETS: 'false',
    MAIL_FROM: 'post@mail.example',
  };

  expect(readVariables({ ...set, UNRELATED: 'yes' })).toEqual(set);
});

test('functions know no collection of the search engine with SEARCH=none', () => {
  expect(readVariables({ SEARCH: 'none' })).toEqual({ ...readVariables({}), SEARCH_ENDPOINTS: '' });
  expect(readVariables({ SEARCH: 'opensearch' })).toEqual(readVariables({}));
});

test.for<[NodeJS.ProcessEnv, string]>([
  [{ RATE_LIMIT_CREATES: 'many' }, 'RATE_LIMIT_CREATES must be a whole number from 1.'],
  [{ WEBHOOK_ALLOW_PRIVATE_TARGETS: 'maybe' }, 'WEBHOOK_ALLOW_PRIVATE_TARGETS must be true or false.'],
  [{ SEARCH: 'off' }, 'SEARCH must be opensearch or none, not "off".'],
  [
    { CORS_ORIGINS: 'https://app.example.com/' },
    'CORS_ORIGINS must be a list of origins as browsers send them, such as https://app.example.com.',
  ],
])('%j is refused in one line', ([env, message]) => {
  expect(() => readVariables(env)).toThrow(new StartupError(message));
});
