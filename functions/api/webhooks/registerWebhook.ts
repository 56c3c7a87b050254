import { actingOrganization, noManager, noOrganization } from '../../../shared/access/documents.ts';
import { existing, wrongField } from '../../../shared/access/errors.ts';
import { actsAsStaff, stillManages } from '../../../shared/acts/managers.ts';
import { webhookEndpointsMax } from '../../../shared/contract/limits.ts';
import { registerWebhook } from '../../../shared/contract/operations/webhooks.ts';
import { encryptSecret, shownSecrets } from '../../../shared/credentials/secrets.ts';
import { getOrganizationAndMember } from '../../../shared/data/organizations/organizations.ts';
import { retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { newId } from '../../../shared/data/table/ids.ts';
import { createWebhook, newWebhook } from '../../../shared/data/webhooks/webhooks.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { actRecord } from '../../../shared/events/records/record.ts';
import { post } from '../../../shared/http/post.ts';
import { presentWebhook } from '../../../shared/presentation/present.ts';
import { newSecret } from '../../../shared/webhooks/signature.ts';
import { refusalOf } from '../../../shared/webhooks/target.ts';
import { targetRules } from '../../../shared/webhooks/targetRules.ts';

const tooMany = `cannot be registered: an organization has at most ${webhookEndpointsMax} webhook endpoints`;

export const handler = post(
  registerWebhook,
  async ({ principal, body, answer }) => {
    const organization_id = actingOrganization(principal);
    const refusal = refusalOf(body.url, targetRules());
    if (refusal) throw wrongField('url', refusal, body.url, 'url_not_allowed');

    const id = newId('whk');
    const secret = newSecret();
    const ciphertext = await encryptSecret(secret, { id, organization_id });
    const given = {
      id,
      organization_id,
      url: body.url,
      events: body.events,
      created_by: principal.user.id,
    };
    return retryOnConflict(async () => {
      const { organization: its, member } = await getOrganizationAndMember(
        organization_id,
        principal.user.id,
      );
      const organization = existing(its, noOrganization);
      if (organization.webhook_count >= webhookEndpointsMax) throw wrongField('url', tooMany, body.url);
      if (!stillManages(principal, member)) throw noManager();
      const registered_by_staff = actsAsStaff(principal, member);
      const webhook = newWebhook({ ...given, registered_by_staff }, ciphertext, Date.now());
      return answer({ ...presentWebhook(webhook), secret }, (kept) =>
        commitChange({
          records: [actRecord('webhook.created', organization_id, principal, { webhook_id: id })],
          writes: [...createWebhook(webhook, organization), ...kept],
        }),
      );
    });
  },
  { secrets: shownSecrets },
);
