import { describe, expect, test } from 'vitest';
import { startHost } from '../host.ts';
import { closedToServices } from '../template/stack.ts';
import { lambdaFunction, permission, readStackOf, restApi, writeAssembly } from './fixture.ts';
import { directoryOfTest } from './ownDirectory.ts';

type Resources = ReturnType<typeof restApi>;

const gateway = 'apigateway.amazonaws.com';
const bridge = 'events.amazonaws.com';
const handlers = {
  Answer: `exports.handler = async () => ({ statusCode: 200, body: '' });`,
  Authorizer: `exports.handler = async ({ methodArn: Resource }) => ({
    principalId: 'caller',
    policyDocument: { Statement: [{ Effect: 'Allow', Action: 'execute-api:Invoke', Resource }] },
  });`,
};
const functions = { Answer: lambdaFunction('Answer'), Authorizer: lambdaFunction('Authorizer') };

/** Returns an API without any permission to invoke its functions. */
function closedApi(): Resources {
  const api = restApi({ 'GET /one': 'Answer' }, { authorizer: 'Authorizer' });
  return Object.fromEntries(Object.entries(api).filter(([id]) => !id.endsWith('Permission')));
}

const closed = (resources: Resources): string[] =>
  closedToServices(readStackOf({ handlers, resources: { ...functions, ...resources } }).stack);

const sourceArn = (source: string) => ({
  'Fn::Join': [
    '',
    [
      'arn:aws:execute-api:',
      { Ref: 'AWS::Region' },
      ':',
      { Ref: 'AWS::AccountId' },
      ':',
      { Ref: 'Api' },
      source,
    ],
  ],
});
const ofMethod = (source: string) => permission('Answer', gateway, { SourceArn: sourceArn(source) });
const ofAuthorizer = permission('Authorizer', gateway, {
  SourceArn: sourceArn('/authorizers/ApiAuthorizer'),
});

describe('API Gateway needs a permission of the function', () => {
  test.for<[string, Resources]>([
    ['a permission of the method', { Method: ofMethod('/test/GET/one'), ofAuthorizer }],
    ['a permission with wildcards', { Method: ofMethod('/*/*/*'), ofAuthorizer }],
  ])('and invokes it with %s', ([, permissions]) => {
    expect(closed({ ...closedApi(), ...permissions })).toEqual([]);
  });

  test.for<[string, Resources]>([
    ['no permission', {}],
    ['a permission of the authorizer only', { ofAuthorizer }],
    ['a permission of another method', { Method: ofMethod('/test/POST/one'), ofAuthorizer }],
    ['a permission of another service', { Method: permission('Answer', bridge), ofAuthorizer }],
  ])('and refuses to invoke it: %s', ([, permissions]) => {
    expect(closed({ ...closedApi(), ...permissions })).toEqual(['GET /one']);
  });
});

test('EventBridge needs a permission for its rule', () => {
  const rule = (Arn: unknown) => ({
    Type: 'AWS::Events::Rule',
    Properties: { ScheduleExpression: 'rate(1 minute)', Targets: [{ Id: 'Target', Arn }] },
  });
  const Rule = rule({ 'Fn::GetAtt': ['Answer', 'Arn'] });
  const of = (id: string) => permission('Answer', bridge, { SourceArn: { 'Fn::GetAtt': [id, 'Arn'] } });

  expect(closed({ Rule, Permission: of('Rule') })).toEqual([]);
  expect(closed({ Rule, Other: Rule, Permission: of('Other') })).toEqual(['Rule']);
});

test('a request without permission to invoke is answered as on AWS, and the host reports it', async () => {
  const directory = directoryOfTest();
  const statusAndReport = async (permissions: Resources) => {
    const reported: string[] = [];
    const resources = { ...functions, ...closedApi(), ...permissions };
    await using cleanup = new AsyncDisposableStack();
    const host = await startHost({
      port: 0,
      dataDirectory: `${directory}/data`,
      assemble: async () => writeAssembly(`${directory}/assembly`, { handlers, resources }),
      report: (line) => reported.push(line),
    });
    cleanup.defer(() => host.close());
    const answer = await fetch(`${host.baseUrl}/one`);
    return { status: answer.status, text: await answer.text(), reported };
  };
  const refused = {
    status: 500,
    text: '{"message":"Internal server error"}',
    reported: [expect.stringContaining('GET /one')],
  };

  expect(await statusAndReport({})).toEqual(refused);
  expect(await statusAndReport({ ofAuthorizer })).toEqual(refused);
  expect(await statusAndReport({ ofAuthorizer, Method: ofMethod('/*') })).toEqual({
    status: 200,
    text: '',
    reported: [],
  });
});
