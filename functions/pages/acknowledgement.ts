import { ApiError } from '../../shared/access/errors.ts';
import { isApiKey } from '../../shared/access/principal.ts';
import { type DocumentId, documentId } from '../../shared/contract/identifiers.ts';
import { pages } from '../../shared/contract/pages.ts';
import { hashToken, newToken } from '../../shared/credentials/tokens.ts';
import { getDocument } from '../../shared/data/documents/documents.ts';
import { listAllAttachments } from '../../shared/data/policies/attachments.ts';
import {
  type AcceptedFor,
  type AcceptingReader,
  acceptance,
  nameOfTexts,
  readerCookieSeconds,
} from '../../shared/data/reading/acknowledgements.ts';
import { retryOnConflict } from '../../shared/data/table/conflict.ts';
import { commitReadings } from '../../shared/events/reading.ts';
import { setReaderCookie } from '../../shared/http/readerCookie.ts';
import type { HttpResponse } from '../../shared/http/response.ts';
import { isSameSiteChange } from '../../shared/http/sessionCookie.ts';
import { askingOf, roomQuery } from '../../shared/pages/askingOf.ts';
import { redirect } from '../../shared/pages/layout.ts';
import { notFoundPage } from '../../shared/pages/notFound.ts';
import { notSignedInPage } from '../../shared/pages/notSignedIn.ts';
import { type PageRequest, page } from '../../shared/pages/page.ts';
import { PageError } from '../../shared/pages/pageError.ts';
import { refusalPage } from '../../shared/pages/refusalPage.ts';
import { policyOf } from '../../shared/policies/ruleKinds.ts';
import { baseUrl, documentPath } from '../../shared/presentation/links.ts';
import { readingOf } from '../../shared/reading/recording.ts';
import { standingOf } from '../../shared/reading/standing.ts';
import { ways } from '../../shared/reading/ways.ts';
import { landingPath, returnPath } from '../../shared/signIn/returnTo.ts';
import { sha256Of } from '../../shared/text/sha256.ts';

/**
 * Records that a reader accepts the texts in a form, and redirects to the page that the reader requested. If the texts have changed
 * meanwhile, nothing is recorded, and the next page shows the new texts. A preview records nothing.
 */
export const handler = page(pages.acknowledgement, async (request) => {
  const { data: id } = documentId.safeParse(request.path.document_id);
  if (id === undefined) return notFoundPage(request, landingPath);
  const returnTo = returnToIn(request, id);
  // Readers must accept a text themselves. An API key may be used by somebody else.
  if (request.caller && isApiKey(request.caller))
    throw new PageError('insufficient_permissions', 'accept.byKey');
  try {
    // Browsers send the origin of every form. Without this check, forms of other sites could set a cookie here.
    if (request.headers.origin !== undefined && !isSameSiteChange('POST', request.headers.origin, baseUrl()))
      throw new PageError('insufficient_permissions', 'accept.otherSite');
    return await retryOnConflict(() => accept(request, id, returnTo));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'resource_not_found') return notFoundPage(request, returnTo);
    if (['missing_api_key', 'invalid_api_key'].includes(error.code)) return notSignedInPage(returnTo);
    throw error;
  }
});

async function accept(request: PageRequest, id: DocumentId, returnTo: string): Promise<HttpResponse> {
  const now = Date.now();
  const [document, attachments] = await Promise.all([getDocument(id), listAllAttachments(id)]);
  const asking = askingOf(request, id);
  const standing = await standingOf({ ...(document && { document }), attachments }, asking, now, ways);
  const { loaded, decision, refusal, isPreview, accepting } = standing;
  if (decision.kind === 'refused' && refusal)
    return refusalPage({ why: refusal.why, standing, request, returnTo });
  if (isPreview) return redirect(baseUrl() + goneOn(returnTo, request));
  if (decision.kind !== 'acknowledge' || nameOfTexts(decision.pending) !== request.query.texts)
    return redirect(baseUrl() + returnTo);

  const { cookies, ...accepted } = accepting ? { reader: accepting, cookies: [] } : newBrowser();
  const version_id = loaded.document.current_version?.id ?? null;
  const reading = readingOf({ asking, standing, version_id });
  const texts = decision.pending.map(({ source, ...asked }) => ({
    ...asked,
    policy_id: policyOf(source)?.id ?? null,
  }));
  const [first, ...others] = texts.map(({ text, policy_id }) => ({
    ...reading,
    type: 'acknowledged' as const,
    policy_id,
    details: { ...reading.details, text_sha256: sha256Of(text) },
  }));
  const byPlace = [...Map.groupBy(texts, ({ room }): AcceptedFor => room ?? id)];
  const writes = await Promise.all(
    byPlace.map(([place, asked]) => acceptance(place, accepted.reader, asked, now)),
  );
  if (first) await commitReadings([first, ...others], writes.flat());
  return redirect(baseUrl() + returnTo, cookies);
}

/** Returns a new cookie that identifies a reader who is not signed in. */
function newBrowser(): { readonly reader: AcceptingReader; readonly cookies: readonly string[] } {
  const token = newToken();
  return {
    reader: { cookie_hash: hashToken(token) },
    cookies: [setReaderCookie(token, readerCookieSeconds, baseUrl())],
  };
}

/** Returns the path to redirect to, which must belong to the same document. */
function returnToIn({ query }: PageRequest, id: DocumentId): string {
  const asked = returnPath(query.return_to, baseUrl());
  const path = documentPath(id);
  const isOfDocument = asked === path || asked.startsWith(`${path}/`) || asked.startsWith(`${path}?`);
  return isOfDocument ? asked : documentPath(id, roomQuery(query));
}

/** Adds the name of the accepted texts to the path of a preview. If the texts have changed meanwhile, the page shows the new texts. */
function goneOn(returnTo: string, { query: { texts = '' } }: PageRequest): string {
  const { pathname, searchParams } = new URL(returnTo, baseUrl());
  searchParams.set('texts', texts);
  return `${pathname}?${searchParams}`;
}
