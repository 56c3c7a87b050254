/** A client of the API for programs and pages: `npm run client` packs it. */

/** The release of this client, such as `1.2.3`: the release of the service that packed the client. */
export { release } from '../contract/release.ts';
export { createClient } from './client.ts';
export { ApiError, ConnectionError, type Issue } from './errors.ts';
export type { Payload } from './payload.ts';
export type { Progress } from './progress.ts';
export type * from './resources.ts';
export type { CallOptions, Client, ClientOptions, OperationId, Operations } from './types.ts';
export {
  verifyWebhook,
  type WebhookHeaders,
  WebhookVerificationError,
  type WebhookVerificationReason,
} from './webhook.ts';
