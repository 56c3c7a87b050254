import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { requestsPerMinute } from '../../shared/contract/limits.ts';
import { synthesizeStage } from './synthesized.ts';

const stage = synthesizeStage();
const plans = [...stage.of('AWS::ApiGateway::UsagePlan')];

describe('usage plans', () => {
  test('apply to every method, by the key that the authorizer returns', () => {
    for (const method of stage.of('AWS::ApiGateway::Method').values())
      expect(method.ApiKeyRequired).toBe(true);
    for (const api of stage.of('AWS::ApiGateway::RestApi').values())
      expect(api.ApiKeySourceType).toBe('AUTHORIZER');
  });

  test('do not limit a caller who keeps to the limit, also across a minute', () => {
    for (const [, plan] of plans) {
      const { Throttle } = z.parse(
        z.looseObject({ Throttle: z.object({ RateLimit: z.number(), BurstLimit: z.number() }) }),
        plan,
      );
      expect(Throttle.BurstLimit).toBeGreaterThanOrEqual(2 * requestsPerMinute);
      expect(Throttle.RateLimit * 60).toBeGreaterThanOrEqual(requestsPerMinute);
    }
  });

  test('have two shared keys, whose values only the authorizer gets', () => {
    const values = [...stage.of('AWS::ApiGateway::ApiKey').values()].map(({ Value }) => String(Value));
    const named = (name: string) => values.filter((value) => value.includes(name)).join(',');

    expect(new Set(values).size).toBe(2);
    expect(stage.functions.get('authorizer')).toMatchObject({
      Environment: {
        Variables: {
          POOLED_USAGE_KEYS: named('-pooled-callers'),
          ANONYMOUS_USAGE_KEYS: named('-anonymous-callers'),
        },
      },
    });
    expect(stage.of('AWS::ApiGateway::UsagePlanKey').size).toBe(values.length);
    // API Gateway accepts keys of 20 to 128 characters.
    for (const value of values) expect(value.length).toBeGreaterThanOrEqual(20);
  });
});
