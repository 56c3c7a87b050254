import { noSuchShare } from '../../shared/access/documents.ts';
import { ApiError, notFound } from '../../shared/access/errors.ts';
import type { Principal } from '../../shared/access/principal.ts';
import { ownShareOf } from '../../shared/access/shares.ts';
import { withoutAnswer } from '../../shared/acts/answering.ts';
import { endOwnShare } from '../../shared/acts/endOwnShare.ts';
import { accepted, isRefused } from '../../shared/acts/refusal.ts';
import { sendShare, shareDocument, withdrawShare } from '../../shared/acts/shareDocument.ts';
import { type DocumentId, documentId, shareId } from '../../shared/contract/identifiers.ts';
import { documentSharesMax } from '../../shared/contract/limits.ts';
import { createDocumentShare } from '../../shared/contract/operations/shares.ts';
import { pages } from '../../shared/contract/pages.ts';
import { type DocumentItem, getDocument } from '../../shared/data/documents/documents.ts';
import { listAllAttachments } from '../../shared/data/policies/attachments.ts';
import type { HttpResponse } from '../../shared/http/response.ts';
import { sendsMail } from '../../shared/mail/prepareMail.ts';
import { offerAnotherAddress } from '../../shared/pages/anotherAddress.ts';
import { askingOf, unauthenticated } from '../../shared/pages/askingOf.ts';
import { type Filled, shareForm, sharesAnchor } from '../../shared/pages/document/shares.ts';
import { redirect, sessionOf } from '../../shared/pages/layout.ts';
import { messagePage } from '../../shared/pages/messagePage.ts';
import { notFoundPage } from '../../shared/pages/notFound.ts';
import { notSignedInPage } from '../../shared/pages/notSignedIn.ts';
import { type PageRequest, page } from '../../shared/pages/page.ts';
import { PageError } from '../../shared/pages/pageError.ts';
import { baseUrl, documentPath, linkTo } from '../../shared/presentation/links.ts';
import { standingOf } from '../../shared/reading/standing.ts';
import { landingPath } from '../../shared/signIn/returnTo.ts';
import { html } from '../../shared/text/html.ts';
import { newEmail } from '../../shared/text/newAddress.ts';
import { t } from '../../shared/words/words.ts';

/**
 * Shares a document, withdraws a share or mails a share again. Then redirects to the document's page, which has the forms. A reader ends
 * their own share.
 */
export const handler = page(pages.documentSharing, async (request) => {
  const { data: id } = documentId.safeParse(request.path.document_id);
  if (id === undefined) return notFoundPage(request, landingPath);
  try {
    return (await endedByReader(request, id)) ?? (await carryOut(request, await managed(request, id)));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'resource_not_found') return notFoundPage(request, documentPath(id));
    if (['missing_api_key', 'invalid_api_key'].includes(error.code)) return notSignedInPage(documentPath(id));
    if (error instanceof PageError) return notAllowedPage(request, id, t(error.key));
    throw error;
  }
});

/** Ends the share that a form of its reader names; undefined: the request is not this form. Throws 401 or 404 if there is no such share. */
async function endedByReader(request: PageRequest, id: DocumentId): Promise<HttpResponse | undefined> {
  const asked = shareId.safeParse(request.form.get('end')).data;
  if (asked === undefined) return undefined;
  const { visitor } = request;
  if (!visitor) throw unauthenticated(request);
  const find = ownShareOf(id, visitor);
  const ownShare = async (document: DocumentItem | undefined) => {
    const share = await find(document);
    return share?.id === asked ? share : undefined;
  };
  const ended = await endOwnShare({ documentId: id, ownShare, by: visitor });
  accepted(ended, { no_share: noSuchShare });
  return messagePage({
    status: 200,
    title: t('shared.ended'),
    address: documentPath(id),
    session: sessionOf(visitor),
    content: [html`<p>${t('shared.endedText')}</p>`],
  });
}

interface Managed {
  readonly document: DocumentItem;
  readonly manager: Principal;
}

/** Returns the document and the visitor if the visitor manages the document. Throws 401, 403 or 404 otherwise. */
async function managed(request: PageRequest, id: DocumentId): Promise<Managed> {
  const [found, attachments] = await Promise.all([getDocument(id), listAllAttachments(id)]);
  const content = { ...(found && { document: found }), attachments };
  const { loaded, mayManage } = await standingOf(content, askingOf(request, id), Date.now());
  const { visitor } = request;
  if (!visitor || !mayManage || !visitor.permissions.includes('document#write'))
    throw new PageError('insufficient_permissions', 'sharing.notAllowed');
  return { document: loaded.document, manager: visitor };
}

async function carryOut({ form }: PageRequest, { document, manager }: Managed): Promise<HttpResponse> {
  const back = redirect(`${baseUrl()}${documentPath(document.id)}#${sharesAnchor}`);
  const sharing = { documentId: document.id, permitted: unlessHandedOver(document), by: manager };
  const withdrawn = shareId.safeParse(form.get('withdraw')).data;
  if (withdrawn !== undefined) {
    // It is not an error if the share is withdrawn already.
    await withdrawShare({ ...sharing, shareId: withdrawn });
    return back;
  }
  const mailed = shareId.safeParse(form.get('send')).data;
  if (mailed !== undefined) {
    const sent = await sendShare({ ...sharing, shareId: mailed }, withoutAnswer);
    return isRefused(sent) ? notSentPage(document, manager, t(sendRefusals[sent.refused])) : back;
  }
  const filled = {
    email: form.get('email') ?? '',
    until: form.get('until') ?? '',
    // Browsers count a line break as one character, and send two (HTML, "The textarea element").
    message: (form.get('message') ?? '').replaceAll('\r\n', '\n'),
    sendsMail: form.get('send_mail') === 'true',
    notifiesMe: form.get('notify_me') === 'true',
  };
  const problem = (why: string) => problemPage(document, manager, filled, why);
  const email = newEmail(filled.email);
  if (email === undefined) return problem(t('sharing.noAddress'));
  const expires_at = endOf(filled.until);
  if (expires_at === undefined) return problem(t('sharing.noDay'));
  const { data: message } = createDocumentShare.body.schema.shape.message.safeParse(filled.message);
  if (message === undefined) return problem(t('sharing.tooLong'));
  const send_mail = filled.sendsMail && sendsMail();
  const terms = { rules: {}, versions: 'current' } as const;
  const given = {
    email,
    expires_at,
    message,
    notify_me: filled.notifiesMe,
    send_mail,
    ...terms,
    sharer: manager.user,
  };
  const outcome = await shareDocument({ ...sharing, ...given }, withoutAnswer);
  return isRefused(outcome) ? problem(t(shareRefusals[outcome.refused], { max: documentSharesMax })) : back;
}

/**
 * Throws 404 if the creator or the access level of the document has changed meanwhile, because these two decide who manages the document.
 */
const unlessHandedOver =
  ({ created_by, access_level }: DocumentItem) =>
  (found: DocumentItem | undefined): DocumentItem => {
    if (found?.created_by.id !== created_by.id || found.access_level !== access_level)
      throw notFound('document', 'document_id');
    return found;
  };

/** Returns the end of a day in UTC, null for an empty text, and undefined for other text. */
function endOf(day: string): string | null | undefined {
  if (day === '') return null;
  const end = new Date(`${day}T23:59:59.999Z`);
  return /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(end.getTime()) ? end.toISOString() : undefined;
}

/** The texts for the refusals to share a document. */
const shareRefusals = {
  ends_in_the_past: 'sharing.endsInPast',
  shared_already: 'sharing.sharedAlready',
  is_creator: 'sharing.isCreator',
  too_many_shares: 'sharing.tooManyShares',
} as const;

/** Answers a visitor who does not manage the document (any more). */
const notAllowedPage = async (request: PageRequest, id: DocumentId, why: string): Promise<HttpResponse> =>
  messagePage({
    status: 403,
    title: t('error.notAllowed'),
    address: documentPath(id),
    session: request.visitor ? sessionOf(request.visitor) : undefined,
    content: [html`<p>${why}</p>`, ...(await offerAnotherAddress(request, documentPath(id)))],
  });

/** The texts for the refusals to send the mail of a share. */
const sendRefusals = {
  no_share: 'sharing.noShare',
  has_ended: 'sharing.hasEnded',
  no_mail: 'sharing.noMail',
  too_many_mails: 'sharing.tooManyMails',
} as const;

const notSentPage = (document: DocumentItem, manager: Principal, why: string): HttpResponse =>
  messagePage({
    status: 400,
    title: t('sharing.notSent'),
    address: documentPath(document.id),
    session: sessionOf(manager),
    content: [html`<p role="alert">${why}</p>`, backTo(document)],
  });

const backTo = ({ id }: DocumentItem) =>
  html`<p><a href="${linkTo(documentPath(id))}">${t('document.back')}</a></p>`;

const problemPage = (document: DocumentItem, manager: Principal, filled: Filled, why: string): HttpResponse =>
  messagePage({
    status: 400,
    title: t('sharing.notShared'),
    address: documentPath(document.id),
    session: sessionOf(manager),
    content: [html`<p role="alert">${why}</p>`, shareForm(document.id, filled), backTo(document)],
  });
