import { dayMilliseconds } from '../contract/days.ts';
import { encryptSecret } from '../credentials/secrets.ts';
import { retryOnConflict } from '../data/table/conflict.ts';
import {
  getWebhook,
  replaceWebhook,
  type StoredSecret,
  type WebhookItem,
} from '../data/webhooks/webhooks.ts';
import { commitChange } from '../events/commitChange.ts';
import { actRecord } from '../events/records/record.ts';
import { newSecret } from '../webhooks/signature.ts';
import type { Answering } from './answering.ts';
import type { EndpointAct } from './enabledEndpoint.ts';
import { type Refused, refuse } from './refusal.ts';

interface RotateSecret extends EndpointAct {
  /** Whether the older secrets end at once. Default: each older secret still signs for 24 hours */
  readonly endsOld?: boolean;
}

interface SecretRotated {
  readonly webhook: WebhookItem;
  /** The new secret. No other answer shows it. */
  readonly secret: string;
}

/** Gives an endpoint a new signing secret. */
export async function rotateSecret<A>(
  { organizationId, webhookId, by, now, endsOld = false }: RotateSecret,
  answering: Answering<SecretRotated, A>,
): Promise<A | Refused<'no_endpoint'>> {
  if (!(await getWebhook(organizationId, webhookId))) return refuse('no_endpoint');
  const secret = newSecret();
  const current = {
    ciphertext: await encryptSecret(secret, { id: webhookId, organization_id: organizationId }),
    created_at: new Date(now).toISOString(),
    expires_at_ms: null,
  };
  return retryOnConflict(async () => {
    const before = await getWebhook(organizationId, webhookId);
    if (!before) return refuse('no_endpoint');
    const webhook = withSecret(before, current, now, endsOld);
    return answering({ webhook, secret }, (beside) =>
      commitChange({
        records: [actRecord('webhook.secret_rotated', organizationId, by, { webhook_id: webhookId })],
        writes: [replaceWebhook(webhook), ...beside],
      }),
    );
  });
}

/** The time for the people of a receiver to install the new secret: a working day in any time zone. */
const overlapMilliseconds = dayMilliseconds;

/** The largest number of secrets that sign. After more rotations in a day, the oldest secrets end early. */
const secretsMax = 10;

/**
 * Returns an endpoint with a new secret. The endpoint's older secrets still sign for 24 hours each, so deliveries can be verified even if
 * the answer with the newest secret was lost.
 */
export function withSecret(
  webhook: WebhookItem,
  current: StoredSecret,
  now: number,
  endsOld = false,
): WebhookItem {
  const old = webhook.secrets
    .map((secret) => ({ ...secret, expires_at_ms: secret.expires_at_ms ?? now + overlapMilliseconds }))
    .filter(({ expires_at_ms }) => expires_at_ms > now && !endsOld);
  return { ...webhook, secrets: [current, ...old].slice(0, secretsMax) };
}
