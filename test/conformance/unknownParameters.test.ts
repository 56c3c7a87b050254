import { describe, expect, test } from 'vitest';
import { createClient } from '../../shared/client/index.ts';
import * as documents from '../../shared/contract/operations/documents.ts';
import * as organizations from '../../shared/contract/operations/organization.ts';
import * as policies from '../../shared/contract/operations/policies.ts';
import * as versions from '../../shared/contract/operations/versions.ts';
import { apiKeys, call, readyDocument } from '../support/documents.ts';
import { base_url } from '../support/organizations.ts';
import { refused } from '../support/refusals.ts';

const { document_id, version_id } = await readyDocument();
const path = { document_id, version_id };
const missing = { document_id: `doc_${'0'.repeat(26)}` };

/** Sends a GET with a raw query, because the client cannot send a parameter twice. */
const get = async (target: string) => {
  const response = await fetch(base_url + target, { headers: { Authorization: `Bearer ${apiKeys.owner}` } });
  const body: unknown = await response.json();
  return { status: response.status, body };
};

describe.for([
  documents.listDocuments,
  versions.listDocumentVersions,
  policies.listDocumentPolicies,
  documents.listDocumentEarlierTexts,
])('$id', (contract) => {
  test.for(['page', 'creatd_after', 'Limit', 'constructor'])('refuses the parameter %s', async (name) => {
    const answer = await call(contract, { path, query: { limit: '1', [name]: '2' } });

    expect(answer).toMatchObject(refused('unknown_field', name));
    expect(answer.error?.message).toContain('limit, cursor');
  });

  test('refuses a parameter that is given twice', async () => {
    const target = contract.path.replace('{document_id}', document_id);

    const answer = await get(`${target}?limit=1&limit=2`);

    expect(answer).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_value', param: 'limit', message: 'limit must be sent only once.' } },
    });
  });
});

test.for(['?&&', '?&limit=1&', '?=', '?&=&'])('empty pieces of a query are ignored: %s', async (query) => {
  expect(await get(`/v1/documents${query}`)).toMatchObject({ status: 200 });
  expect(await get(`/v1/policies${query}`)).toMatchObject({ status: 200 });
});

test.for(['?=x', '?limit=1&=x', '?=&=x'])('a value without a name is refused: %s', async (query) => {
  const message = expect.stringContaining('without a name');

  expect(await get(`/v1/documents${query}`)).toMatchObject({
    status: 400,
    body: { error: { code: 'unknown_field', param: null, message } },
  });
  expect(await get(`/v1/policies${query}`)).toMatchObject({
    status: 422,
    body: { errors: [{ location: 'query', message }] },
  });
});

describe('in the problem format', () => {
  test.for([policies.listPolicies, organizations.getOrganization, organizations.listOrganizationOwners])(
    '$id lists all unknown parameters',
    async (contract) => {
      const answer = await call(contract, { query: { page: '2', q: 'x' } });

      expect(answer).toMatchObject({
        status: 422,
        problem: {
          errors: [
            {
              location: 'query.page',
              message: expect.stringMatching(/^page is not a query parameter\. This operation has .+\.$/),
              value: '2',
            },
            { location: 'query.q', value: 'x' },
          ],
        },
      });
    },
  );

  test('a repeated parameter is answered 422 too', async () => {
    const answer = await get('/v1/policies?archived=true&archived=false');

    expect(answer).toMatchObject({
      status: 422,
      body: { errors: [{ location: 'query.archived', value: ['true', 'false'] }] },
    });
  });

  test('wrong values are listed together with an unknown parameter', async () => {
    const answer = await get('/v1/policies?zz=1&zz=2&limit=0&archived=maybe');

    expect(answer).toMatchObject({
      status: 422,
      body: {
        errors: [
          {
            location: 'query.zz',
            message: 'zz is not a query parameter. This operation has limit, cursor, archived.',
            value: ['1', '2'],
          },
          { location: 'query.limit', message: 'limit must be an integer from 1 to 100.', value: '0' },
          { location: 'query.archived', message: 'archived must be one of true, false.', value: 'maybe' },
        ],
      },
    });
  });

  test('the error of an operation without parameters says that it has none', async () => {
    const answer = await get('/v1/organization?zz=1');

    expect(answer).toMatchObject({
      body: {
        errors: [
          {
            location: 'query.zz',
            message: 'zz is not a query parameter. This operation has none.',
            value: '1',
          },
        ],
      },
    });
  });
});

describe('the order of checks', () => {
  const query = { page: '2' };

  test('a request without a key is 401', async () => {
    const answer = await call.listDocuments({ as: null, query });

    expect(answer).toMatchObject(refused('missing_api_key'));
  });

  test('a caller without the permission gets the error of the parameter', async () => {
    const answer = await call.listEvents({ as: 'member', query });

    expect(answer).toMatchObject({ status: 422, problem: { errors: [{ location: 'query.page' }] } });
  });

  test('a caller who names an unknown document gets the error of the parameter', async () => {
    const answer = await call.listDocumentVersions({ path: missing, query });

    expect(answer).toMatchObject(refused('unknown_field', 'page'));
  });
});

describe('an operation that ignores unknown parameters', () => {
  test.for([documents.getDocument, versions.getDocumentVersion, organizations.listOrganizationMembers])(
    '$id',
    async (contract) => {
      expect(await call(contract, { path, query: { page: '2' } })).toMatchObject({ status: 200 });
    },
  );

  test('listWebhooks', async () => {
    expect(await call.listWebhooks({ query: { page: '2' } })).toMatchObject({ status: 200 });
  });

  test('a change', async () => {
    const answer = await call.updateDocument({ path, query: { page: '2' }, json: {} });

    expect(answer.status).toBe(200);
  });
});

test('the client reads every list to its end', async () => {
  const client = createClient({ baseUrl: base_url, apiKey: apiKeys.owner });
  const of = { document_id: document_id as `doc_${string}` };
  const first = async (list: AsyncGenerator<unknown, void>) => (await list.next()).done;

  const lists = [
    client.listDocuments.all(),
    client.listDocumentVersions.all(of),
    client.listDocumentPolicies.all(of),
    client.listDocumentActivity.all(of),
    client.listDocumentEarlierTexts.all(of),
    client.listPolicies.all(),
    client.listOrganizationMembers.all(),
    client.listOrganizationOwners.all(),
    client.listOrganizationActivity.all(),
    client.listInvitations.all(),
    client.listServiceAccounts.all(),
    client.listApiKeys.all(),
    client.listWebhooks.all(),
    client.listEvents.all(),
  ];

  for (const list of lists) expect(await first(list)).toBeTypeOf('boolean');
});
