import { defaultProvider } from '@aws-sdk/credential-provider-node';
import {
  loadConfig,
  NODE_ACCOUNT_ID_ENDPOINT_MODE_CONFIG_OPTIONS,
  NODE_REGION_CONFIG_FILE_OPTIONS,
  NODE_REGION_CONFIG_OPTIONS,
  NODE_RETRY_MODE_CONFIG_OPTIONS,
  NODE_USE_DUALSTACK_ENDPOINT_CONFIG_OPTIONS,
  NODE_USE_FIPS_ENDPOINT_CONFIG_OPTIONS,
  resolveAccountIdEndpointModeConfig,
  resolveRegionConfig,
  resolveRetryConfig,
} from './sdk.ts';

/** The settings that all stores share. The SDK's own functions read the settings from the environment and from files, on first use. */
const shared = {
  ...resolveRegionConfig({
    region: loadConfig(NODE_REGION_CONFIG_OPTIONS, NODE_REGION_CONFIG_FILE_OPTIONS),
    useFipsEndpoint: loadConfig(NODE_USE_FIPS_ENDPOINT_CONFIG_OPTIONS),
  }),
  useDualstackEndpoint: loadConfig(NODE_USE_DUALSTACK_ENDPOINT_CONFIG_OPTIONS),
  ...resolveAccountIdEndpointModeConfig({
    accountIdEndpointMode: loadConfig(NODE_ACCOUNT_ID_ENDPOINT_MODE_CONFIG_OPTIONS),
  }),
  retryMode: loadConfig(NODE_RETRY_MODE_CONFIG_OPTIONS),
};

const provideCredentials = defaultProvider({});

/** Returns the credentials of the process. Credentials that have expired are read again. */
const credentials = () => provideCredentials({ callerClientConfig: { region: shared.region } });

interface Retries {
  /** The number of attempts of a request, including the first. */
  readonly maxAttempts: number;
  /** The base of the pauses between attempts. Default: the SDK's */
  readonly baseDelayMilliseconds?: number;
}

/** Returns the settings of one store. Each store has its own budget of retries. */
export const settingsOf = (signingName: string, { maxAttempts, baseDelayMilliseconds }: Retries) => ({
  ...resolveRetryConfig(
    { ...shared, maxAttempts },
    baseDelayMilliseconds === undefined ? undefined : { defaultBaseDelay: baseDelayMilliseconds },
  ),
  credentials,
  signingName,
});

export type Settings = ReturnType<typeof settingsOf>;
