import { isApiKey } from '../../shared/access/principal.ts';
import { hasProven } from '../../shared/access/shares.ts';
import { documentId } from '../../shared/contract/identifiers.ts';
import { accessRequestDays } from '../../shared/contract/limits.ts';
import { pages } from '../../shared/contract/pages.ts';
import { getCaller } from '../../shared/data/callers/callers.ts';
import { countAccessRequest } from '../../shared/data/shares/accessRequests.ts';
import type { HttpResponse } from '../../shared/http/response.ts';
import { sessionOf } from '../../shared/pages/layout.ts';
import { messagePage } from '../../shared/pages/messagePage.ts';
import { notSignedInPage } from '../../shared/pages/notSignedIn.ts';
import { page } from '../../shared/pages/page.ts';
import { PageError } from '../../shared/pages/pageError.ts';
import { signInAgainPage } from '../../shared/pages/signInAgain.ts';
import { pathOf } from '../../shared/presentation/links.ts';
import { sendAccessRequest } from '../../shared/queues/accessRequests.ts';
import { html } from '../../shared/text/html.ts';
import { t } from '../../shared/words/words.ts';

/**
 * Takes a person's request for access to a document. It reads nothing about the document, so nobody learns which documents exist: a worker
 * finds out. Beyond the limit of a day, the request is dropped, and the answer is the same.
 */
export const handler = page(pages.askForAccess, async ({ visitor, path }): Promise<HttpResponse> => {
  const address = pathOf(pages.documentPage, path);
  if (!visitor) return notSignedInPage(address);
  // Only a person at a browser has just proven their address.
  if (isApiKey(visitor)) throw new PageError('insufficient_permissions', 'ask.byKey');
  const now = Date.now();
  const person = await getCaller(visitor.user.id);
  if (!person?.email || !hasProven(person, now)) return signInAgainPage({ visitor }, address);

  const isCounted = await countAccessRequest(person.id, now);
  const { data: document_id } = documentId.safeParse(path.document_id);
  if (isCounted && document_id)
    await sendAccessRequest({ document_id, user_id: person.id, credential: visitor.credential });
  return messagePage({
    status: 200,
    title: t('ask.done'),
    address,
    content: [
      html`<p>${t('ask.doneText', { address: person.email, days: accessRequestDays })}</p>`,
      html`<p>${t('ask.doneMore')}</p>`,
    ],
    session: sessionOf(visitor),
  });
});
