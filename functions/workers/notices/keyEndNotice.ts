import { endNoticeAt, getApiKey, markEndNotice } from '../../../shared/data/callers/apiKeys.ts';
import { getCaller } from '../../../shared/data/callers/callers.ts';
import { createMail, type MailItem } from '../../../shared/data/mail/mails.ts';
import { writeBookkeeping } from '../../../shared/data/table/commit.ts';
import { retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { prepareNotice, sendsMail } from '../../../shared/mail/prepareMail.ts';
import { normalizedEmail } from '../../../shared/text/emailAddress.ts';

/**
 * Makes the notice that an API key ends soon. The same transaction marks the key, so that each key has at most one notice. Resolves with
 * the notice; undefined when it is too early for a notice, or the notice has no receiver.
 */
export const noticeOfKeyEnd = (keyUuid: string): Promise<MailItem | undefined> =>
  retryOnConflict(async () => {
    const apiKey = await getApiKey(keyUuid);
    const at = apiKey && endNoticeAt(apiKey);
    if (!apiKey || at === undefined || at > Date.now()) return undefined;
    const owner = await getCaller(apiKey.owner_id);
    const email = owner?.email ? normalizedEmail(owner.email) : undefined;
    const sender = apiKey.organization_id ?? apiKey.owner_id;
    const subject = { kind: 'key_end', key_uuid: keyUuid } as const;
    const notice = email && sendsMail() ? prepareNotice({ sender, email, subject }) : undefined;
    await writeBookkeeping([markEndNotice(apiKey), ...(notice ? [createMail(notice)] : [])]);
    return notice;
  });
