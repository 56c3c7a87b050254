import { expect, test } from 'vitest';
import { asDisabled, replaceCaller } from '../../../shared/data/callers/callers.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { storedApiKey, storedOrganization, storedSession } from '../../support/people/people.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';

const service = await sharedStage();

type Headers = Readonly<Record<string, string>>;

async function answers(headers: Headers) {
  const documents = await service.call.listDocuments({ as: null, headers });
  const members = await service.call.listOrganizationMembers({ as: null, headers });
  return [documents.status, documents.error?.code, members.status];
}

// Threat: A disabled person goes on working
test('every credential of a disabled person is refused from the next request on, until they are enabled', async () => {
  const { owner } = await storedOrganization();
  const key = (await storedApiKey(owner)).headers;
  const session = (await storedSession(owner)).headers;
  for (const headers of [key, session]) expect(await answers(headers)).toEqual([200, undefined, 200]);

  const [disabled] = await transact([replaceCaller(asDisabled(owner, Date.now()))]);
  expect(await answers(key)).toEqual([401, 'invalid_api_key', 401]);
  expect(await answers(session)).toEqual([401, 'invalid_session', 401]);

  await transact([replaceCaller({ ...disabled, disabled_at: null })]);
  expect(await answers(key)).toEqual([200, undefined, 200]);
  expect(await answers(session)).toEqual([401, 'invalid_session', 401]);
});

// Threat: A session survives because it began at the same moment as the end of all sessions
test('a session that begins while its person is disabled stays ended once they are enabled', async () => {
  const { owner } = await storedOrganization();

  const [disabled] = await transact([replaceCaller(asDisabled(owner, Date.now()))]);
  const late = (await storedSession(owner)).headers;
  const [enabled] = await transact([replaceCaller({ ...disabled, disabled_at: null })]);

  expect(await answers(late)).toEqual([401, 'invalid_session', 401]);
  const next = (await storedSession(enabled)).headers;
  expect(await answers(next)).toEqual([200, undefined, 200]);
});
