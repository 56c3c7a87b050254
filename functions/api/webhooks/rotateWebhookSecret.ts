import { actingOrganization, noSuchWebhook } from '../../../shared/access/documents.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import { rotateSecret } from '../../../shared/acts/rotateSecret.ts';
import { rotateWebhookSecret } from '../../../shared/contract/operations/webhooks.ts';
import { shownSecrets } from '../../../shared/credentials/secrets.ts';
import { post } from '../../../shared/http/post.ts';
import { presentWebhook } from '../../../shared/presentation/present.ts';

export const handler = post(
  rotateWebhookSecret,
  async ({ principal, path, answer }) => {
    const organizationId = actingOrganization(principal);
    const outcome = await rotateSecret(
      { organizationId, webhookId: path.webhook_id, by: principal, now: Date.now() },
      ({ webhook, secret }, commit) => answer({ ...presentWebhook(webhook), secret }, commit),
    );
    return accepted(outcome, { no_endpoint: noSuchWebhook });
  },
  { secrets: shownSecrets },
);
