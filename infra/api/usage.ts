import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import { Construct } from 'constructs';
import type { StageSettings } from '../stage/settings.ts';
import { stackNameOf } from '../stage/stackName.ts';

interface UsageProps {
  readonly settings: StageSettings;
  readonly restApi: apigateway.RestApi;
}

/** API Gateway's usage plans: a best-effort guard that keeps floods from the functions. The authorizer counts the exact limits. */
export class Usage extends Construct {
  /** The plan for API Gateway keys that belong to one caller. Such a key is created when a credential is issued. */
  readonly ownPlan: apigateway.CfnUsagePlan;
  /** The value of the API Gateway key that credentials share. The value is not secret, because only the authorizer can name a key. */
  readonly pooledKey: string;
  /** The value of the API Gateway key that callers without a credential share. */
  readonly anonymousKey: string;

  constructor(scope: Construct, id: string, { settings, restApi }: UsageProps) {
    super(scope, id);
    // The L2 construct's properties conflict with TypeScript's exactOptionalPropertyTypes.
    const apiStages = [{ apiId: restApi.restApiId, stage: restApi.deploymentStage.stageName }];
    const { rateLimitRequests: limit } = settings;

    this.ownPlan = new apigateway.CfnUsagePlan(this, 'OwnKeys', {
      description: 'Callers with a key of their own',
      apiStages,
      throttle: throttleFor(limit),
    });
    const pooledPlan = new apigateway.CfnUsagePlan(this, 'PooledKeys', {
      description:
        'Callers who share a key: sessions, callers without a credential, and API keys beyond the number that an account can hold',
      apiStages,
      // Many callers share a key, and each caller has a limit of its own. Only the throttle of the account is high enough for all of them.
      // Several shared keys would not help, because together they could not exceed that throttle either.
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

/** The rate per second and the burst of an account in a region (API Gateway quotas). No plan can allow more. */
export const accountThrottle = { rateLimit: 10_000, burstLimit: 5000 };

/**
 * The least throttle of a plan. The service refuses requests over a caller's limit itself, so a lower throttle would add no protection.
 */
const leastThrottle = { rateLimit: 100, burstLimit: 2000 };

/** Returns twice the limit: windows are calendar minutes, so a caller may use up two limits around a full minute. */
const throttleFor = (requestsPerMinute: number): apigateway.CfnUsagePlan.ThrottleSettingsProperty => ({
  rateLimit: within(
    Math.ceil((2 * requestsPerMinute) / 60),
    leastThrottle.rateLimit,
    accountThrottle.rateLimit,
  ),
  burstLimit: within(2 * requestsPerMinute, leastThrottle.burstLimit, accountThrottle.burstLimit),
});

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);
