import { expect, test } from 'vitest';
import { activityColumns } from '../../../shared/contract/resources/activity.ts';
import { storedApiKey, storedPerson } from '../../support/people/people.ts';
import { sumOfUnits } from '../../support/stages/recorder.ts';
import { sharedWatchedStage } from '../../support/stages/watchedStage.ts';
import { uploaded } from '../../support/uploads.ts';

const { call, credentials, recorder, ...stage } = await sharedWatchedStage(['dynamodb']);

/** Returns the last two cells of each row, by the type of the entry and the name of the actor, and the requests to the table. */
async function namesIn(path: string, headers: Readonly<Record<string, string>>) {
  recorder.take();
  const response = await fetch(credentials.base_url + path, { headers: { Accept: 'text/csv', ...headers } });
  const calls = recorder.take().flatMap(({ name, calls }) => (name === 'authorizer' ? [] : calls));
  const [, ...rows] = (await response.text()).trimEnd().split('\r\n');
  const cells = rows.map((row) => row.split(','));
  const names = cells.map((row) => [`${row[1]} ${row[4]}`, ...row.slice(activityColumns.length - 2)]);
  return { rows: Object.fromEntries(names.map(([key, ...values]) => [key, values])), calls };
}

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });

// Threat: Activity shows others who reads a private document, or a name in CSV runs as a formula
test('CSV has present titles, and the addresses that the reader may know, by four requests more', async () => {
  const as = 'member';
  const path = await uploaded(call, { title: 'Before', access_level: 'public' }, { as });
  const { document_id } = path;
  await stage.catchUp();
  const proven_at = new Date().toISOString();
  const people = await Promise.all(['Shared', 'Foreign'].map((name) => storedPerson({ name, proven_at })));
  const [shared] = people;
  await call.createDocumentShare({ as, path, json: { email: shared?.email ?? '', send_mail: false } });
  const keys = await Promise.all(people.map(async (person) => (await storedApiKey(person)).headers));
  const readers = [bearer(credentials.api_keys.owner), ...keys, {}];
  for (const headers of readers)
    await fetch(`${credentials.base_url}/d/${document_id}`, { headers: { Accept: 'text/html', ...headers } });
  await call.updateDocument({ as, path, json: { title: '=After' } });
  await stage.catchUp();

  const list = `/v1/documents/${document_id}/activity`;
  const { rows, calls } = await namesIn(list, bearer(credentials.api_keys.member));
  const ofOrganization = await namesIn('/v1/organization/activity', bearer(credentials.api_keys.owner));

  const title = "'=After";
  expect(rows).toMatchObject({
    'document.created Mia Member': [expect.stringMatching(/^mia.*@/), title],
    'viewed Olivia Owner': [expect.stringMatching(/^olivia.*@/), title],
    'viewed Shared': [shared?.email, title],
    'viewed Foreign': ['', title],
    'viewed ': ['', title],
  });
  expect(ofOrganization.rows).toMatchObject(rows);
  const json = await namesIn(list, { ...bearer(credentials.api_keys.member), Accept: 'application/json' });
  expect(calls.length - json.calls.length).toBe(4);
  expect(sumOfUnits(calls, 'writeUnits')).toBe(0);

  await call.setDocumentAccessLevel({ as, path, json: { access_level: 'private' } });
  const others = await namesIn('/v1/organization/activity', bearer(credentials.api_keys.owner));
  expect(others.rows).toMatchObject({
    'viewed Shared': ['', ''],
    'viewed Olivia Owner': [expect.stringMatching(/@/), ''],
  });
});
