import { isApiKey } from '../access/principal.ts';
import type { ShareItem } from '../data/shares/shareItems.ts';
import type { HttpResponse } from '../http/response.ts';
import { html } from '../text/html.ts';
import { t } from '../words/words.ts';
import { useAnotherAddress } from './anotherAddress.ts';
import { presentNames } from './document/presentNames.ts';
import { dateAndTime, ofItsOwn } from './document/words.ts';
import { sessionOf } from './layout.ts';
import { messagePage } from './messagePage.ts';
import { askingForm } from './notFound.ts';
import type { PageRequest } from './page.ts';
import { phrase } from './phrase.ts';

/** Returns the page (404) for a person whose share of a document ended. It names the person who shared, who can share again. */
export async function endedSharePage(
  { visitor, path }: Pick<PageRequest, 'visitor' | 'path'>,
  returnTo: string,
  { created_by, expires_at }: ShareItem,
): Promise<HttpResponse> {
  const { name } = (await presentNames([created_by]))(created_by);
  const sharer = html`<bdi ${ofItsOwn(name)}>${name}</bdi>`;
  const time = dateAndTime(expires_at ?? '');
  return messagePage({
    status: 404,
    title: t('shared.ended'),
    address: returnTo,
    content: [
      html`<p>${phrase('shared.endedBy', { name: sharer, time })}</p>`,
      visitor && !isApiKey(visitor) ? askingForm(path.document_id) : null,
      visitor ? useAnotherAddress(returnTo) : null,
    ],
    session: visitor ? sessionOf(visitor) : undefined,
  });
}
