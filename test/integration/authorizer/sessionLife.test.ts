import { beforeEach, expect, test, vi } from 'vitest';
import { getUnexpiredSession, sessionIdOf } from '../../../shared/data/callers/sessions.ts';
import { storedPerson, storedSession } from '../../support/people/people.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import { setVariables } from '../../support/stages/stores.ts';

const service = await sharedStage();

const start = Date.parse('2026-03-01T12:00:00.000Z');
const hour = 60 * 60 * 1000;
const byDefault = { sessionHours: '168', sessionIdleHours: '12' };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  setVariables(byDefault);
  return () => vi.useRealTimers();
});

type Headers = Readonly<Record<string, string>>;

/** Deploys other lives of sessions at a given time. */
function deploy(now: number, sessionHours: string, sessionIdleHours: string) {
  vi.setSystemTime(now);
  setVariables({ sessionHours, sessionIdleHours });
}

/** Returns the status of a request with the session at a given time. */
async function used(headers: Headers, now: number): Promise<number> {
  vi.setSystemTime(now);
  return (await service.call.listDocuments({ as: null, headers })).status;
}

test('a session lives as long as the stage says', async () => {
  deploy(start, '3', '1');
  const { headers } = await storedSession(await storedPerson());
  const idle = await storedSession(await storedPerson());

  expect(await used(idle.headers, start + hour)).toBe(401);
  for (let now = start + hour / 2; now < start + 3 * hour; now += hour / 2)
    expect(await used(headers, now)).toBe(200);
  expect(await used(headers, start + 3 * hour)).toBe(401);
});

test('a shorter life ends an older session at its next request, for good', async () => {
  const { headers, record } = await storedSession(await storedPerson());
  const idle = await storedSession(await storedPerson());
  expect(await used(headers, start + 3 * hour)).toBe(200);
  deploy(start + 3 * hour, '4', '2');

  expect(await used(idle.headers, start + 3 * hour)).toBe(401);
  expect(await used(headers, start + 4 * hour - 1000)).toBe(200);
  expect(await used(headers, start + 4 * hour)).toBe(401);

  setVariables(byDefault);
  expect(await used(headers, start + 4 * hour)).toBe(401);
  expect(await used(idle.headers, start + 4 * hour)).toBe(401);
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
  const Origin = new URL(service.credentials.base_url).origin;
  const path = { session_id: sessionIdOf(ended.record.token_hash) };
  const end = await service.call.deleteSession({ as: null, headers: { ...headers, Origin }, path });
  expect(end.status).toBe(200);
  setVariables(byDefault);
  expect(await used(ended.headers, start + 2 * hour)).toBe(401);
});
