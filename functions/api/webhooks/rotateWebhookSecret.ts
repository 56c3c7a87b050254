import { rotateWebhookSecret } from '../../../shared/contract/operations/webhooks.ts';
import { commitWithActs } from '../../../shared/data/activity.ts';
import { retryOnConflict } from '../../../shared/data/conflict.ts';
import { getWebhook, replaceWebhook } from '../../../shared/data/webhooks.ts';
import { actOf } from '../../../shared/events/acts.ts';
import { actingOrganization, existingWebhook } from '../../../shared/http/access.ts';
import { post } from '../../../shared/http/post.ts';
import { presentWebhook } from '../../../shared/present.ts';
import { makeSecret, withSecret } from '../../../shared/webhooks/manage.ts';
import { shownSecrets } from '../../../shared/webhooks/secrets.ts';

export const handler = post(
  rotateWebhookSecret,
  async ({ principal, path, answer }) => {
    const organization_id = actingOrganization(principal);
    const load = async () => existingWebhook(await getWebhook(organization_id, path.webhook_id));
    const now = Date.now();
    const { secret, stored } = await makeSecret(await load(), now);
    return retryOnConflict(async () => {
      const rotated = withSecret(await load(), stored, now);
      return answer({ ...presentWebhook(rotated), secret }, (kept) =>
        commitWithActs(
          [actOf('webhook.secret_rotated', organization_id, principal, { webhook_id: rotated.id })],
          [replaceWebhook(rotated), ...kept],
        ),
      );
    });
  },
  { secrets: shownSecrets },
);
