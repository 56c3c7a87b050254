import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import { Construct } from 'constructs';
import type { StageSettings } from './settings.ts';
import { stackNameOf } from './stackName.ts';

interface UsageProps {
  readonly settings: StageSettings;
  readonly restApi: apigateway.RestApi;
}

/**
 * API Gateway's usage plans: the outer, best-effort guard that keeps a flood from the functions. The exact limits, with
 * their headers, are counted by the authorizer.
 */
export class Usage extends Construct {
  /** The plan of callers' own keys, which are made when their credential is issued. */
  readonly ownPlan: apigateway.CfnUsagePlan;
  /** The value of the key that credentials share. Not secret: only the authorizer can name a key, clients cannot. */
  readonly pooledKey: string;
  /** The value of the key that callers without a credential share. */
  readonly anonymousKey: string;

  constructor(scope: Construct, id: string, { settings, restApi }: UsageProps) {
    super(scope, id);
    // The L2 construct's properties do not allow for TypeScript's exactOptionalPropertyTypes.
    const apiStages = [{ apiId: restApi.restApiId, stage: restApi.deploymentStage.stageName }];
    const { rateLimitRequests: limit } = settings;

    this.ownPlan = new apigateway.CfnUsagePlan(this, 'OwnKeys', {
      description: 'Callers with a key of their own',
      apiStages,
      throttle: throttleFor(limit),
    });
    const pooledPlan = new apigateway.CfnUsagePlan(this, 'PooledKeys', {
      description: 'Callers who share a key: beyond the keys an account can hold, with a session, or unknown',
      apiStages,
      // Any number of callers share a key, each with a limit of their own: only the account's is wide enough, and then one key is as
      // good as many.
      throttle: accountThrottle,
    });
    const addShared = (name: string, description: string): string => {
      // At least 20 characters (API Gateway, CreateApiKey).
      const value = `${stackNameOf(settings)}-${name.toLowerCase()}-callers`;
      const key = new apigateway.CfnApiKey(this, name, { value, enabled: true, description });
      new apigateway.CfnUsagePlanKey(this, `${name}InPlan`, {
        keyId: key.attrApiKeyId,
        keyType: 'API_KEY',
        usagePlanId: pooledPlan.attrId,
      });
      return value;
    };
    this.pooledKey = addShared('Pooled', 'Shared by callers');
    this.anonymousKey = addShared('Anonymous', 'Shared by callers without a credential');
  }
}

/** The quotas of an account in a second and at once in a region (API Gateway quotas): no plan can allow more. */
export const accountThrottle = { rateLimit: 10_000, burstLimit: 5000 };

/** Below this a plan would not guard anything, but only answer in place of the operation. */
const leastThrottle = { rateLimit: 100, burstLimit: 2000 };

/** Allows twice the limit: windows are calendar minutes, so a caller may use two of them up around a full minute. */
const throttleFor = (requestsPerMinute: number): apigateway.CfnUsagePlan.ThrottleSettingsProperty => ({
  rateLimit: within(
    Math.ceil((2 * requestsPerMinute) / 60),
    leastThrottle.rateLimit,
    accountThrottle.rateLimit,
  ),
  burstLimit: within(2 * requestsPerMinute, leastThrottle.burstLimit, accountThrottle.burstLimit),
});

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);
