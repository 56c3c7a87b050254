import { apiKeyIdOf, getApiKey } from '../data/callers/apiKeys.ts';
import { getCaller } from '../data/callers/callers.ts';
import { addressHashOf } from '../data/mail/mailBlocks.ts';
import type { MailSubject } from '../data/mail/mails.ts';
import { getMembership } from '../data/organizations/membership.ts';
import { baseUrl, referencePath } from '../presentation/links.ts';
import { normalizedEmail } from '../text/emailAddress.ts';
import { speak } from '../words/speak.ts';
import { t } from '../words/words.ts';
import { type Composed, minuteOf, say, serviceOf } from './letter.ts';
import { languageOf } from './receiverLanguage.ts';

/**
 * Returns the mail to the owner of an API key that ends soon. Undefined when the key has ended already, when the membership to which the
 * key is bound has ended, or when the address of the owner has changed.
 */
export async function keyEndLetter(
  { key_uuid }: Extract<MailSubject, { kind: 'key_end' }>,
  addressHash: string,
  now: number,
): Promise<Composed | undefined> {
  const apiKey = await getApiKey(key_uuid);
  if (!apiKey || apiKey.revoked_at !== null || apiKey.expires_at === null) return undefined;
  if (Date.parse(apiKey.expires_at) <= now) return undefined;
  const { organization_id, owner_id } = apiKey;
  const {
    caller: owner,
    organization,
    member,
  } = organization_id === null
    ? { caller: await getCaller(owner_id), organization: undefined, member: undefined }
    : await getMembership(owner_id, organization_id);
  const email = owner?.email ? normalizedEmail(owner.email) : undefined;
  if (owner?.disabled_at !== null || !email || addressHashOf(email) !== addressHash) return undefined;
  if (organization_id !== null && (!organization || member?.joined_at !== apiKey.member_since))
    return undefined;
  const { name, expires_at } = apiKey;
  const language = languageOf(owner);
  return speak(language, async () => ({
    language,
    email,
    subject: say('mail.keyEnd', { name }),
    paragraphs: [
      say('mail.keyEndText', {
        through: serviceOf(organization),
        name,
        id: apiKeyIdOf(apiKey),
        time: minuteOf(expires_at),
      }),
      t('mail.keyEndMore'),
    ],
    action: { label: t('mail.keyEndAction'), url: baseUrl() + referencePath('api-keys', 'createApiKey') },
    afterwards: [t('mail.keyEndNoMore')],
    senderName: organization?.name ?? owner.name,
  }));
}
