import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { log } from '../../shared/runtime/log.ts';

let written: string[];
beforeEach(() => {
  written = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  vi.stubEnv('LOG_LEVEL', 'INFO');
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

test('a line is a JSON object with its fields and its trace', () => {
  vi.stubEnv(
    '_X_AMZN_TRACE_ID',
    'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1',
  );

  log.info('request', { operation: 'getDocument', status: 200 });

  expect(written).toHaveLength(1);
  expect(written[0]).toMatch(/^[^\n]*\n$/);
  expect(JSON.parse(written[0] ?? '')).toEqual({
    level: 'INFO',
    message: 'request',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    service: 'document-governance',
    xray_trace_id: '1-5759e988-bd862e3fe1be46a994272793',
    operation: 'getDocument',
    status: 200,
  });
});

test('errors are written with their cause, and without the answer in them', () => {
  const error = Object.assign(new Error('two\nlines', { cause: new TypeError('one') }), {
    $metadata: { httpStatusCode: 400 },
    $response: { body: 'long' },
  });

  log.error('request failed', { error, count: 1n });

  expect(JSON.parse(written[0] ?? '')).toMatchObject({
    level: 'ERROR',
    count: '1',
    error: {
      name: 'Error',
      message: 'two\nlines',
      stack: expect.stringContaining('log.test.ts'),
      cause: { name: 'TypeError', message: 'one' },
      $metadata: { httpStatusCode: 400 },
    },
  });
  expect(written[0]).not.toContain('$response');
});

const inCircle: Record<string, unknown> = { name: 'circle' };
inCircle.next = [inCircle];
const unwritable = {
  toJSON() {
    throw new Error('no');
  },
};
test.for([
  ['an object within itself', inCircle, { name: 'circle', next: ['(above)'] }],
  ['what refuses to be written', unwritable, '[object Object]'],
  ['what has no text', Object.assign(Object.create(null), { unwritable }), 'object'],
] as const)('a line is also written about %s', ([, about, expected]) => {
  log.error('failed', { about, status: 500 });

  expect(JSON.parse(written[0] ?? '')).toMatchObject({ message: 'failed', status: 500, about: expected });
});

test.for([
  ['INFO', 3],
  ['WARN', 2],
  ['ERROR', 1],
  ['SILENT', 0],
  ['nonsense', 3],
] as const)('at the level %s, %i of three lines are written', ([level, count]) => {
  vi.stubEnv('LOG_LEVEL', level);

  log.info('a');
  log.warn('b');
  log.error('c');

  expect(written).toHaveLength(count);
});
