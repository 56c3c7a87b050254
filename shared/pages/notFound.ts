import { setTimeout as pause } from 'node:timers/promises';
import { isApiKey } from '../access/principal.ts';
import { pages } from '../contract/pages.ts';
import { getCaller } from '../data/callers/callers.ts';
import type { HttpResponse } from '../http/response.ts';
import { linkTo, pathOf } from '../presentation/links.ts';
import { type Html, html } from '../text/html.ts';
import { t } from '../words/words.ts';
import { useAnotherAddress } from './anotherAddress.ts';
import { type KeptQuery, roomQuery } from './askingOf.ts';
import { sessionOf } from './layout.ts';
import { messagePage } from './messagePage.ts';
import type { PageRequest } from './page.ts';

/**
 * The page is not answered earlier than this after the request came. A document that exists takes some tenths of a millisecond more to
 * parse, which somebody could measure with many requests.
 */
const leastMilliseconds = 100;

/** What is missing. `part`: a version or a page of a document that the visitor may read. */
type Missing = 'document' | 'part' | 'room';

/**
 * Returns the page for a document or a room that does not open: it is missing, or the visitor may not read it. The page, its reads and its
 * time are the same in both cases. A person can ask for access to a document there, unless the request names a room. `returnTo` is the path
 * that the visitor requested.
 */
export async function notFoundPage(
  {
    visitor,
    path,
    query,
    startedAtMilliseconds,
  }: Pick<PageRequest, 'visitor' | 'path' | 'query' | 'startedAtMilliseconds'>,
  returnTo: string,
  missing: Missing = 'document',
): Promise<HttpResponse> {
  const person = visitor && !isApiKey(visitor) ? await getCaller(visitor.user.id) : undefined;
  const address = person?.email;
  const page = messagePage({
    status: 404,
    title: t('notFound.title'),
    address: returnTo,
    content: [
      html`<p>${address ? t('notFound.textFor', { address }) : t('notFound.text')}</p>`,
      missing === 'document' && address && query.room === undefined ? askingForm(path.document_id) : null,
      missing === 'part' ? openDocument(path.document_id, roomQuery(query)) : null,
      visitor ? useAnotherAddress(returnTo) : null,
    ],
    session: visitor ? sessionOf(visitor) : undefined,
  });
  if (missing !== 'part')
    await pause(Math.max(startedAtMilliseconds + leastMilliseconds - performance.now(), 0));
  return page;
}

/** Returns the form that asks for access to a document. */
export const askingForm = (id: string | undefined): Html =>
  html`<form method="post" action="${linkTo(pathOf(pages.askForAccess, { document_id: id }))}">
<p class="actions"><button class="button primary">${t('notFound.ask')}</button></p>
</form>`;

const openDocument = (id: string | undefined, inRoom: Pick<KeptQuery, 'room'>): Html =>
  html`<p class="actions"><a class="button" href="${linkTo(pathOf(pages.documentPage, { document_id: id }, inRoom))}">${t('page.open')}</a></p>`;
