import { isOrganization, mailId, type Tenant } from '../../contract/identifiers.ts';
import type { PageContract } from '../../contract/pages.ts';
import { pages } from '../../contract/pages.ts';
import { getCaller } from '../../data/callers/callers.ts';
import { getMail, type MailItem } from '../../data/mail/mails.ts';
import { getOrganization } from '../../data/organizations/organizations.ts';
import type { HttpResponse } from '../../http/response.ts';
import { linkTo, mailChoicePath } from '../../presentation/links.ts';
import { html } from '../../text/html.ts';
import { t } from '../../words/words.ts';
import { messagePage } from '../messagePage.ts';
import { page } from '../page.ts';
import { phrase } from '../phrase.ts';

/**
 * Returns the handler of the page to which `List-Unsubscribe` of a mail leads. `choose` carries out the choice in the query of the request,
 * if there is one, and returns whether the mail of the sender is stopped for the receiver. The token in the URL is enough: mail programs send
 * neither cookies nor an origin.
 */
export const choicePage = (
  contract: PageContract,
  choose: (mail: MailItem, query: Readonly<Record<string, string | undefined>>) => Promise<boolean>,
) =>
  page(contract, async ({ query }) => {
    const { data: id } = mailId.safeParse(query.mail);
    const mail = id && (await getMail(id, Date.now()));
    if (!mail || mail.choice_token !== query.token) return notValid();
    return shown(mail, await choose(mail, query), await nameOf(mail.sender));
  });

const notValid = (): HttpResponse =>
  messagePage({
    status: 404,
    title: t('mailChoice.invalid'),
    content: t('mailChoice.invalidText'),
    address: pages.mailChoice.path,
  });

const nameOf = async (sender: Tenant): Promise<string> =>
  (isOrganization(sender) ? await getOrganization(sender) : await getCaller(sender))?.name ??
  t('mailChoice.sender');

const shown = (mail: MailItem, isStopped: boolean, name: string): HttpResponse =>
  messagePage({
    status: 200,
    title: t(isStopped ? 'mailChoice.stopped' : 'mailChoice.ask'),
    address: pages.mailChoice.path,
    content: [
      html`<p>${phrase(isStopped ? 'mailChoice.stoppedText' : 'mailChoice.askText', { name: html`<bdi>${name}</bdi>` })}</p>`,
      html`<form method="post" action="${linkTo(mailChoicePath(mail))}${isStopped && '&allow=true'}">
<button class="button">${isStopped ? t('mailChoice.allow') : phrase('mailChoice.stop', { name: html`<bdi>${name}</bdi>` })}</button>
</form>`,
    ],
  });
