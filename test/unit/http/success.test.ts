import { expect, test, vi } from 'vitest';
import { getDocument, listDocuments } from '../../../shared/contract/operations/documents.ts';
import { updateMemberRole } from '../../../shared/contract/operations/organization.ts';
import { registerWebhook } from '../../../shared/contract/operations/webhooks.ts';
import { eventExamples } from '../../../shared/contract/words/eventTypes.ts';
import { entityTagOf } from '../../../shared/http/entityTag.ts';
import { notModified } from '../../../shared/http/response.ts';
import { success } from '../../../shared/http/success.ts';

vi.stubEnv('SERVICE_BASE_URL', 'https://api.example.com/prod');

const document = eventExamples['document.ready'].data;
const endpoint = { ...eventExamples['webhook.test'].data, secret: `whsec_${'A'.repeat(43)}=` };

test('a representation has the tag of its body, and a client that has it gets its headers and no body', () => {
  const { headers, body } = success(getDocument, document, {});

  expect(headers).toEqual({
    'Content-Type': 'application/json',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'private, no-cache',
    ETag: entityTagOf(body),
    Vary: 'Accept-Encoding',
  });
  expect(notModified(success(getDocument, document, {}))).toEqual({ statusCode: 304, headers, body: '' });
});

test('all other answers may not be cached', () => {
  const list = success(listDocuments, { items: [], pagination: { next_cursor: '', has_more: false } }, {});
  const nothing = success(updateMemberRole, undefined, {});

  expect(list.headers).toMatchObject({ 'Cache-Control': 'private, no-store' });
  expect(list.headers).not.toHaveProperty('ETag');
  expect(nothing).toEqual({ statusCode: 204, headers: { 'Cache-Control': 'private, no-store' }, body: '' });
});

test('the Location of a new item is below its list, at the URL of the service', () => {
  const nested = { ...registerWebhook, path: '/v1/documents/{document_id}/hooks' } as const;

  expect(success(registerWebhook, endpoint, {}).headers.Location).toBe(
    `https://api.example.com/prod/v1/webhooks/${endpoint.id}`,
  );
  expect(success(nested, endpoint, { document_id: document.id }).headers.Location).toBe(
    `https://api.example.com/prod/v1/documents/${document.id}/hooks/${endpoint.id}`,
  );
});
