import { beforeEach, expect, test, vi } from 'vitest';
import {
  getSession,
  getUnexpiredSession,
  removeSession,
  type SessionItem,
  sessionIdOf,
} from '../../../shared/data/callers/sessions.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { person, storedPerson, storedSession } from '../../support/people/people.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import { setVariables } from '../../support/stages/stores.ts';

const service = await sharedStage();

const start = Date.parse('2026-03-01T12:00:00.000Z');
const hour = 60 * 60 * 1000;
const day = 24 * hour;
const byDefault = { sessionHours: '168', sessionIdleHours: '12' };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  setVariables(byDefault);
  return () => vi.useRealTimers();
});

type Headers = Readonly<Record<string, string>>;

/** Reads documents with the session at a given time, and returns the status. */
async function used(headers: Headers, now: number) {
  vi.setSystemTime(now);
  const { status, error } = await service.call.listDocuments({ as: null, headers });
  return { status, code: error?.code };
}
/** Ends a session, as a page of the service does. */
const end = (headers: Headers, { token_hash }: SessionItem) =>
  service.call.deleteSession({
    as: null,
    headers: { ...headers, Origin: new URL(service.credentials.base_url).origin },
    path: { session_id: sessionIdOf(token_hash) },
  });
const accepted = { status: 200, code: undefined };
const ended = { status: 401, code: 'invalid_session' };

test('a session is renewed while it is used, and ends twelve hours later', async () => {
  const { headers } = await storedSession(await storedPerson());

  expect(await used(headers, start + 12 * hour - 1000)).toEqual(accepted);
  expect(await used(headers, start + 24 * hour - 2000)).toEqual(accepted);
  expect(await used(headers, start + 36 * hour)).toEqual(ended);
});

test('the last use of a session is known to ten minutes, also in its last hours', async () => {
  const { record, headers } = await storedSession(await storedPerson());
  const lastUse = async () => {
    await service.catchUp();
    const { body } = await service.call.listSessions({ as: null, headers });
    return body.items.find(({ current }) => current)?.last_used_at;
  };
  await used(headers, start + hour / 6 - 1000);
  expect(await lastUse()).toBe(new Date(start).toISOString());
  for (let now = start; now < start + 7 * day - hour; now += 11 * hour) await used(headers, now);

  for (const now of [start + 7 * day - hour, start + 7 * day - hour / 2]) {
    await used(headers, now);
    await used(headers, now + hour / 6 - 1000);

    expect(await lastUse()).toBe(new Date(now).toISOString());
  }
  expect((await getSession(record.token_hash, Date.now() / 1000))?.expires_at_seconds).toBe(
    (start + 7 * day) / 1000,
  );
});

// Threat: A person finds or ends sessions of somebody else
test('a session of an earlier epoch is neither listed nor found', async () => {
  const person = await storedPerson();
  const earlier = await storedSession({ ...person, session_epoch: person.session_epoch - 1 });
  const { record, headers } = await storedSession(person);

  const { body } = await service.call.listSessions({ as: null, headers });

  expect(body.items.map(({ id }) => id)).not.toContain(sessionIdOf(earlier.record.token_hash));
  expect((await end(headers, earlier.record)).status).toBe(404);
  expect((await end(headers, record)).status).toBe(200);
});

// Threat: A person finds or ends sessions of somebody else
test('a token whose hash only begins like that of a session, and a session without a person, are refused', async () => {
  const { record } = await storedSession(await storedPerson());
  expect(await getSession(`${record.token_hash.slice(0, -1)}x`, start / 1000)).toBeUndefined();

  const { headers } = await storedSession(person());
  expect(await used(headers, start)).toEqual(ended);
});

test('renewing a session does not restore it when it was revoked at the same time', async () => {
  for (let round = 0; round < 8; round++) {
    vi.setSystemTime(start);
    const { record, headers } = await storedSession(await storedPerson());
    vi.setSystemTime(start + hour);

    await Promise.all([
      service.call.listDocuments({ as: null, headers }),
      // The removal has no condition on the revision, so it also succeeds after the renewal.
      transact([removeSession(record.token_hash)]),
    ]);

    expect(await used(headers, start + hour)).toEqual(ended);
  }
});

/** Deploys other lives of sessions at a given time. */
function deploy(now: number, sessionHours: string, sessionIdleHours: string) {
  vi.setSystemTime(now);
  setVariables({ sessionHours, sessionIdleHours });
}
const statusAt = async (headers: Headers, now: number) => (await used(headers, now)).status;

test('a session lives as long as the stage says', async () => {
  deploy(start, '3', '1');
  const { headers } = await storedSession(await storedPerson());
  const idle = await storedSession(await storedPerson());

  expect(await statusAt(idle.headers, start + hour)).toBe(401);
  for (let now = start + hour / 2; now < start + 3 * hour; now += hour / 2)
    expect(await statusAt(headers, now)).toBe(200);
  expect(await statusAt(headers, start + 3 * hour)).toBe(401);
});

test('a shorter life ends an older session at its next request, for good', async () => {
  const { headers, record } = await storedSession(await storedPerson());
  const idle = await storedSession(await storedPerson());
  expect(await statusAt(headers, start + 3 * hour)).toBe(200);
  deploy(start + 3 * hour, '4', '2');

  expect(await statusAt(idle.headers, start + 3 * hour)).toBe(401);
  expect(await statusAt(headers, start + 4 * hour - 1000)).toBe(200);
  expect(await statusAt(headers, start + 4 * hour)).toBe(401);

  setVariables(byDefault);
  expect(await statusAt(headers, start + 4 * hour)).toBe(401);
  expect(await statusAt(idle.headers, start + 4 * hour)).toBe(401);
  expect(await getUnexpiredSession(record.token_hash, start / 1000 + 4 * 3600)).toBeUndefined();
});

test('people see the end of their sessions by the present settings, and not the ended ones', async () => {
  const person = await storedPerson();
  const ended = await storedSession(person);
  vi.setSystemTime(start + 2 * hour);
  const { headers, record } = await storedSession(person);
  deploy(start + 2 * hour, '24', '2');
  await service.catchUp();

  const { body } = await service.call.listSessions({ as: null, headers });

  expect(body.items.map(({ id, expires_at }) => [id, expires_at])).toEqual([
    [sessionIdOf(record.token_hash), new Date(start + 4 * hour).toISOString()],
  ]);
  expect((await end(headers, ended.record)).status).toBe(200);
  setVariables(byDefault);
  expect(await statusAt(ended.headers, start + 2 * hour)).toBe(401);
});
