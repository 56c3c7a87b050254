import { fromEnv } from '@aws-sdk/credential-provider-env';

/**
 * Replaces `@aws-sdk/credential-provider-node` in the bundles. Lambda puts the credentials of a function's role into the environment, so no
 * other provider of credentials is needed. Without the other providers, a cold start loads 260 kB less and takes 8 ms less.
 */
export const defaultProvider = (init: Parameters<typeof fromEnv>[0]) => fromEnv(init);
