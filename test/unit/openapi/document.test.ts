import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { createConfig, lint } from '@redocly/openapi-core';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { errorCodes } from '../../../shared/contract/errorCodes.ts';
import { errorEnvelope, gatewayError, problem } from '../../../shared/contract/errors.ts';
import { takesPreconditions } from '../../../shared/contract/operation.ts';
import { allOperations } from '../../../shared/contract/operations.ts';
import { openApiDocument } from '../../../shared/openapi/document.ts';
import { documentFile, promisesFile, textOf } from '../../../shared/openapi/files.ts';
import type { Operation, Response } from '../../../shared/openapi/model.ts';
import { promisesOf } from '../../../shared/openapi/promises.ts';

const document = openApiDocument();

test('is the committed one', () => {
  const committed = readFileSync(documentFile, 'utf8');

  expect(committed === textOf(document), 'shared/contract/openapi.json is stale: npm run openapi').toBe(true);
});

test('obeys the recommended and the strict rules', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] });

  const problems = await lint({ ref: documentFile, config });

  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
    [],
  );
});

test('lets later releases add fields to answers', () => {
  const { schemas } = document.components;
  const closed = Object.entries(schemas).filter(
    ([, { type, additionalProperties = false }]) => type === 'object' && additionalProperties === false,
  );
  const answers = JSON.stringify(
    Object.values(document.paths).flatMap((item) => Object.values(item).map(({ responses }) => responses)),
  );

  expect(closed.map(([name]) => name).filter((name) => answers.includes(`/${name}"`))).toEqual([]);
  expect(answers).not.toContain('"additionalProperties":false');
  expect(closed.length, 'requests stay closed').toBeGreaterThan(20);
});

describe('keeps the promises of earlier releases', () => {
  const files = globSync(promisesFile('*')).map((file) => [basename(file, '.txt'), file] as const);
  const rows = readFileSync(new URL('../../fixtures/promises/withdrawn.md', import.meta.url), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, release = '', promise = '', reason = ''] = /^\| (\S+) \| `(.+)` \| (.+) \|$/.exec(line) ?? [];
      return reason === '' ? [] : [{ release, promise }];
    });
  const kept = new Set(promisesOf(document));

  test.for(files)('of %s, except for withdrawn ones', ([release, file]) => {
    const promises = readFileSync(file, 'utf8').trim().split('\n');
    const withdrawn = rows.filter((row) => row.release === release).map(({ promise }) => promise);

    const broken = promises.filter((promise) => !kept.has(promise));

    expect(promises.length).toBeGreaterThan(1000);
    expect(broken.toSorted(), `clients of ${release} rely on it`).toEqual(withdrawn.toSorted());
  });

  test('and withdraws only promises of known releases', () => {
    const releases = files.map(([release]) => release);
    expect(rows.filter(({ release }) => !releases.includes(release))).toEqual([]);
  });
});

test('a promise is broken by a removed, a newly required or a newly optional field', () => {
  const before = promisesOf(document);
  const brokenBy = (change: (text: string) => string): string[] => {
    const after = new Set(promisesOf(JSON.parse(change(JSON.stringify(document)))));
    return before.filter((promise) => !after.has(promise));
  };

  expect(brokenBy((text) => text)).toEqual([]);
  expect(brokenBy((text) => text.replace(',"invalid_cursor"', ''))).toEqual([
    expect.stringMatching(/^list\w+ 400 application\/json\.error\.code = invalid_cursor$/),
  ]);
  // A field of an answer may not become optional. A field of a request may become optional, but not required.
  expect(brokenBy((text) => text.replace(',"required":["download_url"]', ''))).toEqual([
    'EntryPage.download_url',
  ]);
  expect(brokenBy((text) => text.replace('"required":["title"]', '"required":["title","payload"]'))).toEqual([
    'CreateDocument.payload optional',
  ]);
  expect(brokenBy((text) => text.replaceAll('"403":', '"418":'))).toContain('registerWebhook 403');
});

const resolve = (answer: Operation['responses'][string] | undefined): Response | undefined => {
  if (answer === undefined || !('$ref' in answer)) return answer;
  return document.components.responses[answer.$ref.replace(/.*\//, '')];
};
const exampleIn = (response: Response | undefined, mediaType = 'application/json') =>
  response?.content?.[mediaType]?.example;

describe.for(allOperations.map((operation) => [operation.id, operation] as const))('%s', ([id, contract]) => {
  const operation = document.paths[contract.path]?.[contract.method.toLowerCase()];
  const isSpecified = specified.has(`${contract.method} ${contract.path}`);

  test('exists, needs a credential, and is marked as an extension if it is not in the specification', () => {
    expect(operation).toMatchObject({ operationId: id, summary: contract.summary });
    const needed = contract.permission === null ? [] : [contract.permission];
    const keys = contract.sessionOnly ? [] : [{ bearerAuth: needed }];
    expect(operation?.security).toEqual([...keys, { cookieAuth: needed }]);
    expect(operation?.['x-extension'] ?? false).toBe(!isSpecified);
  });

  test('has the statuses of the specification, with the headers of answers', () => {
    const { success } = contract;
    // A client gets 304 and 412 only if it sent the header.
    const known = takesPreconditions(contract) && contract.method === 'GET' ? [304] : [];
    const failed = takesPreconditions(contract) ? [412] : [];
    // Specification 7.1 and 7.2. An extension has only the statuses that it can answer.
    const always = isSpecified ? [400, 403, 404] : [];
    const expected = [success.status, success.existing ?? success.status, ...known, ...failed, ...always];
    const answers = operation?.responses ?? {};

    expect(Object.keys(answers)).toEqual(expect.arrayContaining([...expected, 401, 429, 500].map(String)));
    for (const answer of Object.values(answers))
      expect(Object.keys(resolve(answer)?.headers ?? {})).toEqual(
        expect.arrayContaining([
          'X-Request-Id',
          ...['Limit', 'Remaining', 'Reset'].map((of) => `X-RateLimit-${of}`),
        ]),
      );
    expect(resolve(answers['429'])?.headers).toHaveProperty('Retry-After');
    const headers = Object.keys(resolve(answers[success.status])?.headers ?? {});
    expect(headers.includes('Location')).toBe(success.status === 201);
    expect(headers.includes('ETag')).toBe(contract.entityTag ?? false);
  });

  test('has the statuses and codes of its errors, and no others', () => {
    const { responses = {}, 'x-error-codes': codes = {} } = operation ?? {};
    const statuses = Object.keys(responses).filter((status) => Number(status) >= 400);
    // Specification 7.1 lists this status, which these operations never answer.
    const reserved = ['listDocuments', 'createDocument'].includes(id) ? ['404'] : [];

    expect(statuses).toEqual([...Object.keys(codes), ...reserved].toSorted());
    expect(statuses.length).toBeGreaterThan(2);
    for (const [status, listed] of Object.entries(codes)) {
      expect(listed).toEqual([...new Set(listed)]);
      const inBody = resolve(responses[status])?.content?.['application/json']?.['x-error-codes'];
      // API Gateway answers with other codes too.
      if (contract.errorFormat === 'envelope') expect(inBody).toEqual(expect.arrayContaining([...listed]));
    }
  });

  test('has valid examples of requests and answers', () => {
    const { body, success, errorFormat } = contract;
    const request = operation?.requestBody?.content['application/json']?.example;
    const answer = resolve(operation?.responses[success.status]);

    if (body?.kind === 'json') expect(z.safeParse(body.schema, request).error).toBeUndefined();
    if (success.schema) expect(z.parse(success.schema, exampleIn(answer))).toEqual(exampleIn(answer));
    for (const [status, error] of Object.entries(operation?.responses ?? {}))
      if (Number(status) >= 400) {
        const { content = {} } = resolve(error) ?? {};
        for (const [mediaType, { example }] of Object.entries(content)) {
          const reachesNone = errorFormat === 'problem' && mediaType === 'application/json';
          const schema = reachesNone ? gatewayError : errorFormat === 'problem' ? problem : errorEnvelope;
          expect(z.parse<z.ZodMiniType>(schema, example)).toEqual(example);
        }
      }
  });
});

/** Specification section 4. */
const specified = new Set([
  'GET /v1/documents',
  'POST /v1/documents',
  'GET /v1/documents/{document_id}',
  'PATCH /v1/documents/{document_id}',
  'POST /v1/documents/{document_id}/entry_page',
  'GET /v1/documents/{document_id}/policies',
  'POST /v1/documents/{document_id}/policies',
  'DELETE /v1/documents/{document_id}/policies/{policy_id}',
  'GET /v1/documents/{document_id}/versions',
  'POST /v1/documents/{document_id}/versions',
  'GET /v1/documents/{document_id}/versions/{version_id}',
  'PATCH /v1/documents/{document_id}/versions/{version_id}',
  'POST /v1/organization',
  'GET /v1/organization/members',
  'PATCH /v1/organization/members/{user_id}',
  'GET /v1/webhooks',
  'POST /v1/webhooks',
]);

test('names the operations and the status of each error code', () => {
  const promised = promisesOf(document).join('\n');

  for (const [code, { status }] of Object.entries(errorCodes))
    expect(promised).toMatch(new RegExp(`^\\w+ ${status} application/json\\.error\\.code = ${code}$`, 'm'));
});
