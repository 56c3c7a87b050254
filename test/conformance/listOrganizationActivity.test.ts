import { describe, expect, test } from 'vitest';
import { activityAbout, activityOf, open, sinceCreated, wrongTypes } from '../support/activity.ts';
import { apiKeys, call, readyDocument, uniqueTitle } from '../support/documents.ts';
import { endpointOf, update } from '../support/endpoints.ts';
import { eventually } from '../support/eventually.ts';
import { base_url, problem } from '../support/organizations.ts';
import { walk } from '../support/pages.ts';
import { refused } from '../support/refusals.ts';
import { newOrganization } from '../support/webhooks.ts';

type Query = Readonly<Record<string, string>>;

/** Returns the rows about a document from all pages of the activity as CSV. */
async function csvAbout(document_id: string): Promise<string[]> {
  const headers = { Accept: 'text/csv', Authorization: `Bearer ${apiKeys.owner}` };
  const query = new URLSearchParams({ limit: '100', ...sinceCreated(document_id) });
  const rows: string[] = [];
  for (let next: string | undefined = `${base_url}/v1/organization/activity?${query}`; next !== undefined; ) {
    const page: Response = await fetch(next, { headers });
    rows.push(...(await page.text()).split('\r\n'));
    next = /^<(.+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1];
  }
  return rows.filter((row) => row.includes(document_id));
}

describe('activity of an organization', () => {
  test('has readings and changes, newest first', async () => {
    const { document_id, document, version_id } = await readyDocument({ as: 'member' });
    await open(`/d/${document_id}`, 'admin');

    const entries = await eventually(
      () => activityAbout(document_id),
      (found) => found.length >= 5,
    );

    expect(entries).toMatchObject([
      { type: 'viewed', actor: { type: 'user_account' }, version_id },
      { type: 'document.ready', actor: null },
      { type: 'version.ready', actor: null, version_id },
      { type: 'version.created', actor: document.created_by, version_id },
      { type: 'document.created', actor: document.created_by },
    ]);
    for (const [actor, expected] of [
      [document.created_by.id, entries.slice(-2)],
      [entries[0]?.actor?.id ?? '', entries.slice(0, 1)],
    ] as const) {
      const theirs = () => activityAbout(document_id, 'owner', { actor });
      expect(await eventually(theirs, ({ length }) => length >= expected.length)).toEqual(expected);
    }
  });

  test('has each event once, with the ULID of its id, in pages, by type and by actor', async () => {
    const organization = await newOrganization();
    for (let index = 0; index < 3; index++)
      await update(await endpointOf(organization, ['webhook.test']), { enabled: false });
    const { headers } = organization;
    const ask = async (query: Query) =>
      (
        await walk((page) => call.listOrganizationActivity({ as: 'staff', headers, query: page }), query)
      ).flatMap(({ items }) => items);
    const events = await eventually(
      async () => (await call.listEvents({ as: 'staff', headers })).body.items,
      (found) => found.length === 4,
    );

    // The list of entries lags like the list of events. Registrations of endpoints have entries but no events.
    const listed = await eventually(
      () => ask({ limit: '3' }),
      (found) => found.length >= events.length + 3,
    );

    const notified = listed.filter(({ type }) => events.some((event) => event.type === type));
    expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length);
    expect(notified.map(({ id, type }) => [id.slice(4), type])).toEqual(
      events.map(({ id, type }) => [id.slice(4), type]),
    );
    const since = notified[1]?.created_at ?? '';
    expect(await ask({ since })).toEqual(listed.filter(({ created_at }) => created_at >= since));
    expect(await ask({ until: since })).toEqual(listed.filter(({ created_at }) => created_at < since));
    const made = listed.filter(({ type }) => type === 'webhook.created');
    const actor = made[0]?.actor?.id ?? '';
    expect(made).toHaveLength(3);
    for (const query of [{}, { actor }]) {
      const found = () => ask({ limit: '2', type: 'webhook.created', ...query });
      expect(await eventually(found, ({ length }) => length === 3)).toEqual(made);
      expect(await ask({ type: 'viewed', ...query })).toEqual([]);
    }
  });

  // Threat: A member makes a document private, so that owners do not see what happened to it before
  // Threat: Activity shows others who reads a private document, or a name in CSV runs as a formula
  test('follows the access level at the time of an entry, not later ones', async () => {
    const { document_id } = await readyDocument({ as: 'admin' });
    const path = { document_id };
    const becomes = (access_level: string) =>
      call.setDocumentAccessLevel({ as: 'admin', path, json: { access_level } });
    await open(`/d/${document_id}`, 'owner');
    await becomes('private');
    const privately = (await activityOf(document_id, 'admin')).length;
    await open(`/d/${document_id}`, 'admin');
    await call.updateDocument({ as: 'admin', path, json: { title: uniqueTitle('Private') } });
    const shared = (await activityOf(document_id, 'admin')).length;
    await becomes('public');
    await open(`/d/${document_id}`);
    await becomes('private');

    const all = await activityOf(document_id, 'admin');
    const ofPrivateTime = all.slice(all.length - shared, all.length - privately);
    const visible = all.filter((entry) => !ofPrivateTime.includes(entry));

    expect(ofPrivateTime.map(({ type }) => type)).toEqual(['document.updated', 'viewed']);
    expect(visible.filter(({ type }) => type === 'viewed')).toHaveLength(2);
    const ofOwner = () => activityAbout(document_id, 'owner');
    expect(await eventually(ofOwner, (found) => found.length >= visible.length)).toEqual(visible);
    const ofCreator = () => activityAbout(document_id, 'admin');
    expect(await eventually(ofCreator, (found) => found.length >= all.length)).toEqual(all);
    const rows = await csvAbout(document_id);
    expect(rows.map((row) => row.slice(0, row.indexOf(',')))).toEqual(visible.map(({ id }) => id));
    expect(await call.listDocumentActivity({ as: 'owner', path })).toMatchObject(
      refused('resource_not_found', 'document_id'),
    );
  });

  test('is not listed by malformed filters', async () => {
    for (const type of wrongTypes)
      expect(await call.listOrganizationActivity({ query: { type } })).toMatchObject(
        problem(422, ['query.type', type]),
      );
    for (const [name, value] of Object.entries({ actor: 'somebody', since: '2026-01-31', until: 'now' })) {
      const answer = await call.listOrganizationActivity({ query: { [name]: value } });
      expect(answer).toMatchObject(problem(400));
      expect(answer.problem?.detail).toContain(name);
    }
  });
});
