import type { HttpResponse } from '../http/response.ts';
import { addressProofDays } from '../policies/decide.ts';
import { html } from '../text/html.ts';
import { t } from '../words/words.ts';
import { offerAnotherAddress } from './anotherAddress.ts';
import { sessionOf } from './layout.ts';
import { messagePage } from './messagePage.ts';
import type { PageRequest } from './page.ts';

/** Returns the page for a person who must prove their address again, for a share or a request for access. */
export const signInAgainPage = async (
  request: Pick<PageRequest, 'visitor'>,
  returnTo: string,
): Promise<HttpResponse> =>
  messagePage({
    status: 403,
    title: t('proof.again'),
    address: returnTo,
    content: [
      html`<p>${t('proof.text', { days: addressProofDays })}</p>`,
      ...(await offerAnotherAddress(request, returnTo, t('proof.again'))),
    ],
    session: request.visitor ? sessionOf(request.visitor) : undefined,
  });
