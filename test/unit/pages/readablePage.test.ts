import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Identification } from '../../../shared/access/principal.ts';
import { errorEnvelope } from '../../../shared/contract/errors.ts';
import { getDocument } from '../../../shared/contract/operations/documents.ts';
import { pages } from '../../../shared/contract/pages.ts';
import type { DocumentItem } from '../../../shared/data/documents/documents.ts';
import { newId } from '../../../shared/data/table/ids.ts';
import { contextOf } from '../../../shared/http/authorizerContext.ts';
import { readablePage } from '../../../shared/pages/readablePage.ts';
import { environmentNames } from '../../../shared/runtime/environment.ts';

process.env[environmentNames.serviceBaseUrl] = 'https://api.example.com';
for (const name of ['operatorName', 'helpUrl', 'privacyUrl', 'imprintUrl'] as const)
  process.env[environmentNames[name]] = '';
// A page checks at its start that these variables exist. This page does not use them.
process.env[environmentNames.tableName] = 'unused';
process.env[environmentNames.activityDays] = '400';
process.env[environmentNames.sessionHours] = '168';
process.env[environmentNames.sessionIdleHours] = '12';
process.env[environmentNames.eventsQueueUrl] = 'unused';
process.env[environmentNames.mailFrom] = '';
process.env[environmentNames.mailQueueUrl] = 'unused';
process.env[environmentNames.filesOrigin] = 'unused';

/** The page of documents. It has no document to show. */
const handler = readablePage<typeof getDocument, { document: DocumentItem; attachments: [] }>({
  contract: pages.documentPage,
  operation: getDocument,
  load: async () => ({ attachments: [] }),
  versionOf: () => null,
  toJson: () => nothingToShow(),
  toHtml: async () => nothingToShow(),
});

function nothingToShow(): never {
  throw new Error('there is nothing to show');
}

const id = newId('doc');
const rate = { limit: 1000, remaining: 999, resets_at_seconds: 0, exceeded: false };

async function open(
  accept: string,
  query: Record<string, string> | null = null,
  given: Partial<Identification> = {},
) {
  const identification: Identification = {
    caller: { rejection: 'missing_api_key' },
    staff_override: null,
    rate,
    ...given,
  };
  const event = {
    headers: { Accept: accept },
    pathParameters: { document_id: id },
    queryStringParameters: query,
    requestContext: {
      requestId: 'request-1',
      requestTimeEpoch: Date.now(),
      authorizer: contextOf(identification, '203.0.113.0/24'),
    },
  };
  return handler(event as unknown as APIGatewayProxyEvent, {} as Context);
}

const exceeded = { rate: { ...rate, remaining: 0, exceeded: true } };

test("a page with restricted readers answers 429 in the client's format", async () => {
  const forClients = await open('application/json', null, exceeded);
  const forPeople = await open('text/html', null, exceeded);

  expect(forClients).toMatchObject({ statusCode: 429, headers: { 'Retry-After': '1', Vary: 'Accept' } });
  expect(z.parse(errorEnvelope, JSON.parse(forClients.body)).error.code).toBe('rate_limit_exceeded');
  expect(forPeople).toMatchObject({ statusCode: 429, headers: { 'Retry-After': '1' } });
  expect(forPeople.body).toContain('<h1>Too many requests</h1>');
});
