import type { Principal } from '../../access/principal.ts';
import { type PageContract, pages } from '../../contract/pages.ts';
import type { CallerItem } from '../../data/callers/callers.ts';
import type { InvitationItem } from '../../data/organizations/invitations.ts';
import type { MemberItem, OrganizationItem } from '../../data/organizations/organizations.ts';
import type { HttpResponse } from '../../http/response.ts';
import { askToSignInPath, baseUrl, invitationPath, linkTo, pathOf } from '../../presentation/links.ts';
import { offerAnotherAddress, signedInWith, useAnotherAddress } from '../anotherAddress.ts';
import { ofItsOwn } from '../document/words.ts';
import { html } from '../html.ts';
import { redirect, sessionOf } from '../layout.ts';
import { messagePage } from '../messagePage.ts';
import { notSignedInPage } from '../notSignedIn.ts';

/** A valid invitation, and the signed-in person whom it is for. */
export interface Invited {
  readonly token: string;
  readonly person: CallerItem;
  readonly visitor: Principal;
  readonly organization: OrganizationItem;
  readonly invitation: InvitationItem;
}

const roles = {
  owner: 'an owner',
  admin: 'an admin',
  member: 'a member',
} as const satisfies Record<MemberItem['role'], string>;

/** The rights of each role, which people read before they join. */
const rights = {
  owner: 'Owners manage members, policies and webhooks, and change every document that they can read.',
  admin: 'Admins manage members, policies and webhooks, and change every document that they can read.',
  member: 'Members read what the organization shares, and upload documents of their own.',
} as const satisfies Record<MemberItem['role'], string>;

/** Asks the invited person whether they want to join. Opening the page changes nothing. */
export const invitationTo = ({ token, visitor, organization, invitation }: Invited): HttpResponse =>
  messagePage({
    status: 200,
    title: `Join ${organization.name}`,
    address: pages.invitation.path,
    session: sessionOf(visitor),
    content: [
      html`<p><bdi>${invitation.created_by.name}</bdi> invites you to become ${roles[invitation.role]} of <strong ${ofItsOwn(organization.name)}>${organization.name}</strong>. ${rights[invitation.role]}</p>`,
      html`<form method="post" action="${linkTo(pathOf(pages.acceptInvitation, {}, { token }))}"><p class="actions"><button class="button primary">Join</button></p></form>`,
    ],
  });

export const isMember = (
  user: Principal['user'],
  organization: Pick<OrganizationItem, 'name'>,
  { role }: Pick<MemberItem, 'role'>,
): HttpResponse =>
  messagePage({
    status: 200,
    title: `You belong to ${organization.name}`,
    address: pages.invitation.path,
    session: sessionOf({ user, role }),
    content: `You are ${roles[role]} of this organization. Open the address of a document to read it.`,
  });

export const notValid = async (visitor: Principal, token: string): Promise<HttpResponse> =>
  messagePage({
    status: 404,
    title: 'This invitation is not valid',
    address: pages.invitation.path,
    session: sessionOf(visitor),
    content: [
      html`<p>The invitation has expired, or it was withdrawn, replaced or used. Its sender may have lost the right to invite people, or the address may be incomplete. Ask for a new invitation.</p>`,
      ...(await offerAnotherAddress({ visitor }, invitationPath(token))),
    ],
  });

/** Returns the page for a person with another address. It does not reveal whom the invitation is for. */
export const forSomebodyElse = (visitor: Principal, address: string | null, token: string): HttpResponse =>
  messagePage({
    status: 403,
    title: 'This invitation is for another address',
    address: pages.invitation.path,
    session: sessionOf(visitor),
    content: [
      html`<p>The invitation is for another e-mail address than yours. If you have another address, sign in with that address.</p>`,
      signedInWith(address),
      useAnotherAddress(invitationPath(token)),
    ],
  });

/** Asks the visitor to sign in first. The address on a printed page has no token. */
export const notSignedIn = ({ method }: PageContract, token: string): HttpResponse =>
  method === 'GET'
    ? redirect(baseUrl() + askToSignInPath(invitationPath(token)))
    : notSignedInPage(invitationPath(token), pages.invitation.path);
