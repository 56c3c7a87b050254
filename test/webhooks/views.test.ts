import { request } from 'node:http';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import type { Activity } from '../../shared/contract/resources/activity.ts';
import { minuteOf } from '../../shared/data/reading/viewCounters.ts';
import { commitViewsEvent } from '../../shared/events/anonymousViews.ts';
import { sharedWebhookStage } from '../support/stages/webhookStage.ts';
import { type Endpoint, Organization, testOn } from './organization.ts';

const stage = await sharedWebhookStage();
const test = testOn(stage);

const minuteMilliseconds = 60_000;
const here = '127.0.0.1';
const elsewhere = '127.0.1.1';

/** Makes an organization with a public document, and an endpoint for all later events. */
async function withPublicDocument(): Promise<{ organization: Organization; endpoint: Endpoint }> {
  const organization = await Organization.on(stage);
  await stage.call.setDocumentAccessLevel({
    ...organization.asOwner,
    path: { document_id: organization.documentId },
    json: { access_level: 'public' },
  });
  await stage.deliver();
  return { organization, endpoint: await organization.register({ events: ['*'] }) };
}

let lastMinute = 0;

/** Sets the clock to the beginning of a calendar minute that no test has reached, and returns it (epoch milliseconds). */
function beginMinute(): number {
  // An id never has an earlier time than the previous id, so each test uses later minutes.
  lastMinute = Math.max(minuteOf(Date.now()) + 1, lastMinute + 4);
  const minute = lastMinute * minuteMilliseconds;
  stage.setClock(minute + 1000);
  return minute;
}

/** Opens the page of a document or of a version, as a visitor without an account. `localAddress`: the network address of the visitor */
function view({ documentId }: Organization, { localAddress = here, version = '' } = {}): Promise<void> {
  const { host, port } = new URL(stage.credentials.base_url);
  const headers = { Host: host, Accept: 'text/html' };
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  request({ host: here, port, path: `/d/${documentId}${version}`, localAddress, headers }, (response) => {
    response.resume().on('end', () => {
      if (response.statusCode === 200) resolve();
      else reject(new Error(`the page answered ${response.statusCode}`));
    });
  })
    .on('error', reject)
    .end();
  return promise;
}

const viewData = z.object({ id: z.string(), count: z.optional(z.int()) });
/** Returns the data of the events of views that an endpoint got. */
const viewsSentTo = ({ deliveries }: Endpoint) =>
  deliveries
    .filter(({ event }) => event.type === 'document.viewed')
    .map(({ event }) => z.parse(viewData, event.data));
/** Returns the number of views in each of these events. */
const countsTo = (endpoint: Endpoint) => viewsSentTo(endpoint).map(({ count }) => count ?? null);

async function viewsOf({ asOwner, documentId }: Organization): Promise<Activity[]> {
  await stage.catchUp();
  const path = { document_id: documentId };
  const { body } = await stage.call.listDocumentActivity({ ...asOwner, path });
  return body.items.filter(({ type }) => type === 'viewed');
}

const countersOf = async ({ documentId }: Organization) =>
  (await stage.table.everything()).filter(
    ({ pk, sk }) => pk === `VIEWS#${documentId.slice('doc_'.length)}` && String(sk).startsWith('COUNTER#'),
  );

// Threat: A stranger delays an organization's webhooks by opening its public page again and again
test('the first view without an account in a minute has its event at once, and the others have one together', async () => {
  const { organization, endpoint } = await withPublicDocument();
  const minute = beginMinute();

  for (let count = 0; count < 3; count++) await view(organization);
  await Promise.all([view(organization), view(organization)]);
  await stage.deliver();
  expect(countsTo(endpoint)).toEqual([null]);
  await stage.passTimeUntil(minute + minuteMilliseconds + 3000);

  expect(countsTo(endpoint)).toEqual([null, 4]);
  const entries = await viewsOf(organization);
  expect(entries).toHaveLength(5);
  const [first, others] = viewsSentTo(endpoint);
  expect(entries.at(-1)?.id).toBe(first?.id);
  expect(entries[0]).toEqual({ ...entries[0], id: others?.id });
  const listed = (
    await stage.call.listEvents({ ...organization.asOwner, query: { type: 'document.viewed' } })
  ).body.items;
  expect(listed).toEqual(
    endpoint.deliveries
      .filter(({ event }) => event.type === 'document.viewed')
      .map(({ event }) => event)
      .reverse(),
  );
  expect(await countersOf(organization)).toEqual([]);
});

test('views from another network, of another document or in another minute begin with an event of their own', async () => {
  const { organization, endpoint } = await withPublicDocument();
  const other = await withPublicDocument();
  const minute = beginMinute();

  for (const localAddress of [here, elsewhere]) await view(organization, { localAddress });
  await view(other.organization);
  await stage.deliver();
  expect(countsTo(endpoint)).toEqual([null, null]);
  expect(countsTo(other.endpoint)).toEqual([null]);

  stage.setClock(minute + minuteMilliseconds);
  const path = { document_id: organization.documentId };
  const [version] = (await stage.call.listDocumentVersions({ ...organization.asOwner, path })).body.items;
  await view(organization, { version: `/versions/${version?.id}` });
  await stage.deliver();
  expect(countsTo(endpoint)).toEqual([null, null, null]);

  // The page of a version counts as a view of its document.
  await view(organization, { version: `/versions/${version?.id}` });
  await stage.passTimeUntil(minute + 2 * minuteMilliseconds + 3000);
  expect(countsTo(endpoint)).toEqual([null, null, null, 1]);
});

// Threat: A stranger delays an organization's webhooks by opening its public page again and again
test('views have their event once, also when messages are lost or repeated and a worker is killed', async () => {
  const { organization, endpoint } = await withPublicDocument();
  const minute = beginMinute();
  for (let count = 0; count < 4; count++) await view(organization);
  await stage.deliver();
  const views = { document_id: organization.documentId, minute: minuteOf(minute), network: '127.0.0.0/24' };

  stage.setClock(minute + minuteMilliseconds + 3000);
  // The worker is killed before it fans out the event.
  expect(await commitViewsEvent(views)).toBeDefined();
  await stage.work('events', [JSON.stringify({ views }), JSON.stringify({ views })]);
  await stage.deliver();
  expect(countsTo(endpoint)).toEqual([null]);
  await stage.passTime(2 * minuteMilliseconds);

  expect(countsTo(endpoint)).toEqual([null, 3]);
});

// Threat: A stranger delays an organization's webhooks by opening its public page again and again
test('events about readers are sent after all others of an endpoint', async ({ organization }) => {
  const endpoint = await organization.register({ events: ['*'] });
  const url = `${stage.credentials.base_url}/d/${organization.documentId}`;
  const queue = async () => stage.work('events', await stage.take('events'));
  for (let count = 0; count < 30; count++) await fetch(url, { headers: organization.asOwner.headers ?? {} });
  await organization.changeUnseen();
  await queue();
  let arrived = 0;
  endpoint.answer = async (_, response) => {
    arrived += 1;
    // Another change is made while events about readers are sent.
    if (arrived === 2) {
      await organization.changeUnseen();
      await queue();
    }
    response.writeHead(204).end();
  };
  await stage.deliver();

  const types = endpoint.deliveries.map(({ event }) => event.type);
  expect(types[0]).toBe('document.updated');
  expect(types.lastIndexOf('document.updated')).toBeGreaterThan(1);
  expect(types.lastIndexOf('document.updated')).toBeLessThanOrEqual(12);
  expect(types.filter((type) => type === 'document.viewed')).toHaveLength(30);
});
