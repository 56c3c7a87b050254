import type { Principal } from '../../access/principal.ts';
import { type PageContract, pages } from '../../contract/pages.ts';
import { shownInLine } from '../../contract/shownText.ts';
import type { CallerItem } from '../../data/callers/callers.ts';
import type { InvitationItem } from '../../data/organizations/invitations.ts';
import type { MemberItem, OrganizationItem } from '../../data/organizations/organizations.ts';
import type { HttpResponse } from '../../http/response.ts';
import { askToSignInPath, baseUrl, invitationPath, linkTo, pathOf } from '../../presentation/links.ts';
import { html } from '../../text/html.ts';
import type { WordKey } from '../../words/worded.ts';
import { t } from '../../words/words.ts';
import { offerAnotherAddress, signedInWith, useAnotherAddress } from '../anotherAddress.ts';
import { ofItsOwn } from '../document/words.ts';
import { redirect, sessionOf } from '../layout.ts';
import { messagePage } from '../messagePage.ts';
import { notSignedInPage } from '../notSignedIn.ts';
import { phrase } from '../phrase.ts';

/** A valid invitation, and the signed-in person to whom it was sent. */
export interface Invited {
  readonly token: string;
  readonly person: CallerItem;
  readonly visitor: Principal;
  readonly organization: OrganizationItem;
  readonly invitation: InvitationItem;
}

const roles = {
  owner: 'invitation.owner',
  admin: 'invitation.admin',
  member: 'invitation.member',
} as const satisfies Record<MemberItem['role'], WordKey>;

/** The text about the rights of each role. People read the text before they join. */
const rights = {
  owner: 'invitation.ownerRights',
  admin: 'invitation.adminRights',
  member: 'invitation.memberRights',
} as const satisfies Record<MemberItem['role'], WordKey>;

/** Returns the page that asks the invited person to join. Opening this page changes nothing. */
export const invitationTo = ({ token, visitor, organization, invitation }: Invited): HttpResponse =>
  messagePage({
    status: 200,
    title: t('invitation.title', { organization: shownInLine(organization.name) }),
    address: pages.invitation.path,
    session: sessionOf(visitor),
    content: [
      html`<p>${phrase('invitation.text', {
        name: html`<bdi>${invitation.created_by.name}</bdi>`,
        role: t(roles[invitation.role]),
        organization: html`<strong ${ofItsOwn(organization.name)}>${organization.name}</strong>`,
        rights: t(rights[invitation.role]),
      })}</p>`,
      html`<form method="post" action="${linkTo(pathOf(pages.acceptInvitation, {}, { token }))}"><p class="actions"><button class="button primary">${t('invitation.join')}</button></p></form>`,
    ],
  });

export const isMember = (
  user: Principal['user'],
  organization: Pick<OrganizationItem, 'name'>,
  { role }: Pick<MemberItem, 'role'>,
): HttpResponse =>
  messagePage({
    status: 200,
    title: t('invitation.joined', { organization: shownInLine(organization.name) }),
    address: pages.invitation.path,
    session: sessionOf({ user, role }),
    content: [
      html`<p>${t('invitation.joinedText', { role: t(roles[role]) })}</p>`,
      html`<p class="actions"><a class="button primary" href="${linkTo(pages.console.path)}">${t('signIn.documents')}</a></p>`,
    ],
  });

export const notValid = async (visitor: Principal, token: string): Promise<HttpResponse> =>
  messagePage({
    status: 404,
    title: t('invitation.invalid'),
    address: pages.invitation.path,
    session: sessionOf(visitor),
    content: [
      html`<p>${t('invitation.invalidText')}</p>`,
      ...(await offerAnotherAddress({ visitor }, invitationPath(token))),
    ],
  });

/** Returns the page for a person with another address. The page does not show the address of the invitation. */
export const forSomebodyElse = (visitor: Principal, address: string | null, token: string): HttpResponse =>
  messagePage({
    status: 403,
    title: t('invitation.otherAddress'),
    address: pages.invitation.path,
    session: sessionOf(visitor),
    content: [
      html`<p>${t('invitation.otherAddressText')}</p>`,
      signedInWith(address),
      useAnotherAddress(invitationPath(token)),
    ],
  });

/** Asks the visitor to sign in first. If the page is printed, it shows an address without the token. */
export const notSignedIn = ({ method }: PageContract, token: string): HttpResponse =>
  method === 'GET'
    ? redirect(baseUrl() + askToSignInPath(invitationPath(token)))
    : notSignedInPage(invitationPath(token), pages.invitation.path);
