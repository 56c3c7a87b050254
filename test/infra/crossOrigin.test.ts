import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { allOperations } from '../../shared/contract/operations.ts';
import { largest, synthesizeStage } from './synthesized.ts';

const [app = ''] = largest.corsOrigins;
const methodsOf = (stage: ReturnType<typeof synthesizeStage>) =>
  [...stage.of('AWS::ApiGateway::Method').values()].filter(({ HttpMethod }) => HttpMethod === 'OPTIONS');

const literals = z.record(z.string(), z.string());
const mock = z.looseObject({
  Type: z.literal('MOCK'),
  IntegrationResponses: z.tuple([z.looseObject({ ResponseParameters: literals })]),
});
const gatewayHeaders = (stage: ReturnType<typeof synthesizeStage>) =>
  [...stage.of('AWS::ApiGateway::GatewayResponse').values()].map(({ ResponseParameters }) =>
    z.parse(literals, ResponseParameters),
  );

test('without `corsOrigins`, nothing answers preflights, and errors are not readable for other origins', () => {
  const stage = synthesizeStage();

  expect(methodsOf(stage)).toEqual([]);
  for (const headers of gatewayHeaders(stage))
    expect(headers).not.toHaveProperty(['gatewayresponse.header.Access-Control-Allow-Origin']);
});

test('API Gateway answers preflights on the path of each operation without a function', () => {
  const stage = synthesizeStage({ ...largest, corsOrigins: [app, 'http://localhost:5173'] });
  const preflights = methodsOf(stage);

  expect(preflights).toHaveLength(new Set(allOperations.map(({ path }) => path)).size);
  for (const { AuthorizationType, ApiKeyRequired, Integration } of preflights) {
    expect({ AuthorizationType, ApiKeyRequired }).toEqual({
      AuthorizationType: 'NONE',
      ApiKeyRequired: false,
    });
    const [{ ResponseParameters }] = z.parse(mock, Integration).IntegrationResponses;
    expect(ResponseParameters).not.toHaveProperty([
      'method.response.header.Access-Control-Allow-Credentials',
    ]);
  }
});

test('the API is deployed after its preflights', () => {
  const { templates } = synthesizeStage(largest);
  const root = [...templates.values()].find(({ Resources }) =>
    Object.values(Resources).some(({ Type }) => Type === 'AWS::ApiGateway::Deployment'),
  );
  const deployment = Object.values(root?.Resources ?? {}).find(
    ({ Type }) => Type === 'AWS::ApiGateway::Deployment',
  );

  expect(deployment?.DependsOn).toContainEqual(expect.stringMatching(/Preflights.*NestedStackResource/));
});

test.for([
  [[app], `'${app}'`],
  [[app, 'http://localhost:5173'], "'*'"],
] as const)('errors of API Gateway are readable for pages of %j: %s', ([corsOrigins, allowed]) => {
  for (const headers of gatewayHeaders(synthesizeStage({ ...largest, corsOrigins }))) {
    expect(headers['gatewayresponse.header.Access-Control-Allow-Origin']).toBe(allowed);
    expect(headers['gatewayresponse.header.Access-Control-Expose-Headers']).toContain('X-Error-Code');
    expect(headers['gatewayresponse.header.X-Error-Code']).toMatch(/^'[a-z_]+'$/);
  }
});
