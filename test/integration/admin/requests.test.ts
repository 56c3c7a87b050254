import { beforeAll, expect, test } from 'vitest';
import { accessLogFields } from '../../../infra/api/accessLog.ts';
import { apiKeyIdOf } from '../../../shared/data/callers/apiKeys.ts';
import { awsControlPlane } from './awsControlPlane.ts';
import { operator } from './operator.ts';

const aws = awsControlPlane();
const stage = operator('--stage', 'prod');
const request_id = '8a4b4a5b-7327-40fc-85d4-6ff3e0e5b050';

/** As API Gateway writes it: each value is text, and one that is missing is a dash. */
const accessLine = {
  ...Object.fromEntries(Object.keys(accessLogFields).map((name) => [name, '-'])),
  timestamp: '2026-11-29T00:39:18.400Z',
  request_id,
  ip: '203.0.113.7',
  method: 'GET',
  route: '/v1/documents/{document_id}',
  path: '/prod/v1/documents/doc_secret',
  status: '403',
  errorMessage: 'not a valid key: Bearer dgs_live_secret',
};
const functionLine = {
  level: 'INFO',
  message: 'request refused',
  timestamp: '2026-11-29T00:39:18.371Z',
  operation: 'getDocument',
  request_id,
  user_id: 'user_01m8j869bahtzer7qbcvp5jncf',
  credential: 'key:dd69a25b-02c7-41b3-b737-f7d088eae295',
  document_id: 'doc_01m8jbvs8jh0p5smw1af9te398',
  status: 403,
  code: 'insufficient_permissions',
  param: null,
  error: { name: 'TypeError', message: 'of ada@example.com' },
};
const printedAccess = { method: 'GET', route: '/v1/documents/{document_id}', status: '403' };
const { error: _, timestamp, level: __, request_id: ___, param: ____, ...said } = functionLine;
const credential = apiKeyIdOf({ uuid: functionLine.credential.replace('key:', '') });
const printedFunction = { time: timestamp, ...said, credential, error: 'TypeError' };

beforeAll(() => {
  Object.assign(aws.stackOutputs, stage.outputs(), { ApiUrl: 'https://api.example.com/prod' });
  const others = Array.from({ length: 60 }, (_, index) => [`DocumentGovernance-prod-Other${index}`, []]);
  aws.logGroups = {
    'DocumentGovernance-prod-ApiAccessLog1': [accessLine],
    ...Object.fromEntries(others),
    'DocumentGovernance-prod-ApiDocumentFunctions1-getDocumentLogs1': [functionLine],
  };
});

test('shows the lines of a request from all logs of a stage, without tokens and addresses', async () => {
  const rows = await stage.rows('requests show', request_id);

  expect(rows).toEqual([
    { log: 'DocumentGovernance-prod-ApiDocumentFunctions1-getDocumentLogs1', ...printedFunction },
    { log: 'DocumentGovernance-prod-ApiAccessLog1', time: accessLine.timestamp, ...printedAccess },
  ]);
  const queries = aws.requests.filter(({ call }) => call === 'StartQuery').map(({ body }) => body);
  expect(queries.map(({ logGroupNames }) => Object(logGroupNames).length)).toEqual([50, 12]);
  for (const { queryString, startTime, endTime } of queries) {
    expect(queryString).toContain(`filter request_id = "${request_id}"`);
    expect(Number(endTime) - Number(startTime)).toBeLessThanOrEqual(7 * 86_400 + 1);
  }
  aws.requests.length = 0;
  await stage.rows('requests show', request_id, '--since', '30d');
  const [later] = aws.requests.filter(({ call }) => call === 'StartQuery');
  expect(Number(later?.body.endTime) - Number(later?.body.startTime)).toBeGreaterThan(29 * 86_400);
});
