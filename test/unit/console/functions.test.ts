import { expect, test } from 'vitest';
import { ApiError } from '../../../shared/client/errors.ts';
import { silentSince } from '../../../shared/console/endpoints/silence.ts';
import { passedEnds, retains } from '../../../shared/console/policies/ends.ts';
import { readDocumentsIn } from '../../../shared/console/rooms/matrix.ts';
import { isWorthSearching } from '../../../shared/console/search/sought.ts';
import { namedIssues } from '../../../shared/console/service/namedIssues.ts';
import { addressesIn } from '../../../shared/console/sharing/addresses.ts';
import { fill } from '../../../shared/console/words/catalogue.ts';

test.for([
  ['', [], []],
  ['ines@example.org', ['ines@example.org'], []],
  ['a@example.org, b@example.org;c@example.org\nd@example.org e@example.org', 'abcde', []],
  ['"Weber, Ines" <a@example.org>, Ben <b@example.org>\nc@example.org', 'abc', []],
  ['A@Example.org a@example.org', ['a@example.org'], []],
  ['mailto a@example.org', 'a', ['mailto']],
  ['a@example.org, b@, @example.org, c@localhost', 'a', ['b@', '@example.org', 'c@localhost']],
] as const)('%j', ([text, valid, wrong]) => {
  const expected = typeof valid === 'string' ? [...valid].map((name) => `${name}@example.org`) : valid;

  expect(addressesIn(text)).toEqual({ valid: expected, wrong });
});

const head = 'person_id,person_name,person_email,network,views,last_at';

test.for([
  ['nobody', `${head}\n`, []],
  ['a reader of one document', `${head},Lease\nuser_1,Ines,i@x.example,,1,t,2\n`, ['Lease: Ines 2']],
  [
    'readers of some documents, in lines that end as RFC 4180 says',
    `${head},Lease,Loan,Plan\r\nuser_1,Ines,,,3,t,2,,1\r\nuser_2,Kai,,,1,t,,,4\r\n`,
    ['Lease: Ines 2', 'Plan: Ines 1, Kai 4'],
  ],
  [
    'names and titles with commas, quotes and line ends',
    `${head},"Lease, ""old""","Two\nlines"\nuser_1,"Weber, Ines",,,1,t,1,1`,
    ['Lease, "old": Weber, Ines 1', 'Two\nlines: Weber, Ines 1'],
  ],
  ['somebody without an account', `${head},Lease\n,,,192.0.2.0,1,t,1\n`, ['Lease: 192.0.2.0 1']],
] as const)('the matrix of readers and documents names %s', ([, csv, expected]) => {
  const found = readDocumentsIn(csv).map(
    ({ title, readers }) =>
      `${title}: ${readers.map(({ name, readings }) => `${name} ${readings}`).join(', ')}`,
  );

  expect(found).toEqual(expected);
});

const errorOf = (status: number, body: object, code = 'invalid_value') =>
  new ApiError(new Response(null, { status, headers: { 'X-Error-Code': code } }), JSON.stringify(body));

const envelope = (param: string | null, message = 'No.') => errorOf(400, { error: { message, param } });
const problem = (location: string, value: unknown = '') =>
  errorOf(422, { detail: 'No.', errors: [{ location, message: 'No.', value }] });

test.for([
  ['a field of the envelope', envelope('expires_at'), [{ names: ['expires_at'] }]],
  ['an envelope without a field', envelope(null), []],
  ['a field of a problem', problem('body.url'), [{ names: ['url'] }]],
  [
    'an entry',
    problem('body.rules.allowed_emails.0', 'a'),
    [{ names: ['rules.allowed_emails', 'rules'], entry: 'a' }],
  ],
  ['a problem that begins with it', errorOf(400, { detail: 'url must be https.' }), [{ names: ['url'] }]],
  ['a code of one field', errorOf(409, { detail: 'No.' }, 'name_taken'), [{ names: ['name'] }]],
  ['a refusal', errorOf(403, { detail: 'only owners may.' }, 'insufficient_permissions'), []],
] as const)('finds the fields of an error: %s', ([, error, expected]) => {
  expect(namedIssues(error)).toMatchObject(expected);
  expect(namedIssues(error)).toHaveLength(expected.length);
});

const attached = '2026-01-10T00:00:00.000Z';
const today = Date.parse('2026-01-20T00:00:00.000Z');
const past = '2026-01-19T23:59:59.000Z';
const later = '2026-01-20T00:00:01.000Z';

test.for([
  // rules, the passed ends before and after the attachment, whether they retain
  [{}, 0, 0, false],
  [{ watermark: true }, 0, 0, false],
  [{ expires_at: past }, 1, 1, false],
  [{ expires_at: later }, 0, 0, false],
  [{ expires_after_days: 9 }, 0, 1, false],
  [{ expires_after_days: 11 }, 0, 0, false],
  [{ retain_until: past, expires_at: past }, 2, 2, false],
  [{ retain_until: later, locked: true }, 0, 0, true],
  [{ retain_for_days: 9 }, 0, 1, false],
  [{ retain_for_days: 11 }, 0, 0, true],
  [{ legal_hold: true }, 0, 0, true],
] as const)('the rules %j are shown as what they do now', ([rules, before, after, isRetaining]) => {
  expect(passedEnds(rules, undefined, today)).toHaveLength(before);
  expect(passedEnds(rules, attached, today)).toHaveLength(after);
  expect(retains(rules, attached, today)).toBe(isRetaining);
});

const hour = 3_600_000;
const now = 100 * hour;

/** A delivery of an event `hours` ago, whose last attempt was `tried` hours ago. */
const delivery = (
  status: 'pending' | 'succeeded' | 'failed',
  hours: number,
  tried: number | null = hours,
) => ({
  status,
  created_at: new Date(now - hours * hour).toISOString(),
  attempts: [tried ?? []].flat().map((ago) => ({
    number: 1,
    started_at: new Date(now - ago * hour).toISOString(),
    duration_ms: 1,
    status_code: status === 'succeeded' ? 204 : 503,
    error: null,
  })),
});

test.for([
  ['nothing was sent', [], undefined],
  ['the last event arrived long ago', [delivery('succeeded', 5)], undefined],
  ['a delivery has failed for less than an hour', [delivery('pending', 0.9)], undefined],
  ['a delivery has failed for an hour', [delivery('pending', 1, 0.1)], 1],
  ['two have failed', [delivery('pending', 2, 0.1), delivery('failed', 3, 0.5)], 3],
  ['others arrived meanwhile', [delivery('pending', 3, 0.2), delivery('succeeded', 0.5)], undefined],
  ['others arrived before', [delivery('pending', 3, 0.2), delivery('succeeded', 2)], 2],
  ['it arrived again after a failure', [delivery('failed', 9), delivery('succeeded', 5)], undefined],
  ['a delivery was not tried yet', [delivery('pending', 3, null)], undefined],
] as const)('an endpoint is silent when an hour has passed: %s', ([, deliveries, hours]) => {
  expect(silentSince(deliveries, now)).toBe(hours === undefined ? undefined : now - hours * hour);
});

test.for([
  ['', false],
  ['é', false],
  [' - ', false],
  ['5', false],
  ['é5', true],
  ['a b', true],
  ['no', true],
  ['約', true],
  ['か', true],
  ['𠮷', true],
  ['ก', false],
  ['กา', true],
] as const)('%j is worth a search in texts: %j', ([q, expected]) => {
  expect(isWorthSearching(q)).toBe(expected);
});

test('a text contains its values, with numbers in the format of the language', () => {
  const files = { one: '{count} file', other: '{count} files in {place}' };

  expect(fill(files, 'en', { count: 1 })).toBe('1 file');
  expect(fill(files, 'en', { count: 1200, place: 'the bin' })).toBe('1,200 files in the bin');
  expect(fill('{count} Dateien', 'de', { count: 1200 })).toBe('1.200 Dateien');
});
