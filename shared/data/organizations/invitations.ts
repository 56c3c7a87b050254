import * as z from 'zod/mini';
import { daySeconds } from '../../contract/days.ts';
import { memberRole } from '../../contract/enumerations.ts';
import {
  type ActorId,
  type InvitationId,
  invitationId,
  type MailId,
  mailId,
  type OrganizationId,
  organizationId,
} from '../../contract/identifiers.ts';
import { user } from '../../contract/resources/user.ts';
import { normalizedEmail } from '../../text/emailAddress.ts';
import { callerItem } from '../callers/callers.ts';
import { callerKey } from '../keys/callers.ts';
import { invitationKey, invitationPrefix, memberKey, organizationKey } from '../keys/organizations.ts';
import { attributeUpdate, type Change, creation, removal } from '../table/commit.ts';
import { queryAs, readAs, readTogether, under } from '../table/read.ts';
import { table } from '../table/table.ts';
import { isEntitled } from '../webhooks/entitlement.ts';
import { memberItem, type OrganizationItem, organizationItem } from './organizations.ts';
import { hasPowers } from './ownership.ts';

/**
 * An invitation to an organization. It exists until it is accepted, withdrawn or expired. It works only while its maker is still entitled
 * to it (`entitlement.ts`).
 */
const invitationItem = z.object({
  id: invitationId,
  organization_id: organizationId,
  /** Normalized by `normalizedEmail`. */
  email: z.string(),
  role: memberRole,
  created_by: user,
  /** Whether its maker acted as service staff, and was no owner or admin. */
  made_by_staff: z.boolean(),
  /**
   * Whether its maker had an owner's powers. A person who becomes an owner by this invitation has powers at once, if the maker still has
   * powers then. Absent: no.
   */
  appoints: z.optional(z.boolean()),
  /** The SHA-256 of the secret in its URL. The secret is not stored. */
  secret_hash: z.string(),
  /** Its latest mail. Absent: the stage sent no mail. */
  mail_id: z.optional(mailId),
  [table.timeToLive]: z.int(),
});
export type InvitationItem = z.infer<typeof invitationItem>;

/** Returns an invitation that is made at `now` (epoch milliseconds). */
export const newInvitation = (
  given: Omit<InvitationItem, typeof table.timeToLive>,
  lifetimeDays: number,
  now: number,
): InvitationItem => ({ ...given, expires_at_seconds: Math.floor(now / 1000) + lifetimeDays * daySeconds });

const isPending = (invitation: InvitationItem, now: number): boolean =>
  invitation.expires_at_seconds * 1000 > now;

/** Lists the pending invitations to an organization, newest first: 100 at most. Expired ones that are not removed yet are left out. */
export async function listInvitations(
  organizationId: OrganizationId,
  now: number,
): Promise<InvitationItem[]> {
  const query = { ...under(organizationKey(organizationId), invitationPrefix), ScanIndexForward: false };
  return (await queryAs(invitationItem, query)).filter((one) => isPending(one, now));
}

interface Inviting {
  readonly organization_id: OrganizationId;
  readonly id: InvitationId;
}

const ifPending = (invitation: InvitationItem | undefined, now: number): InvitationItem | undefined =>
  invitation && isPending(invitation, now) ? invitation : undefined;

/** Reads an invitation; undefined unless it is pending. */
export const getInvitation = async (
  { organization_id, id }: Inviting,
  now: number,
): Promise<InvitationItem | undefined> =>
  ifPending(await readAs(invitationItem, invitationKey(organization_id, id)), now);

/**
 * Reads an invitation that can be accepted, its organization and, for a `guest`, that person and their membership. The invitation says
 * whether it `appoints` at `now` (epoch milliseconds).
 */
export async function getInvitationFor(
  { organization_id, id }: Inviting,
  guest: ActorId | null,
  now: number,
) {
  const found = await readTogether({
    organization: [organizationItem, organizationKey(organization_id)],
    invitation: [invitationItem, invitationKey(organization_id, id)],
    caller: [callerItem, guest && callerKey(guest)],
    member: [memberItem, guest && memberKey(organization_id, guest)],
  });
  const pending = ifPending(found.invitation, now);
  return { ...found, invitation: pending && (await answeredFor(pending, found.organization, now)) };
}

/**
 * Returns an invitation with the present name of its maker; undefined if the maker is no longer entitled to it. The same rules decide
 * whether a registrar is entitled to an endpoint.
 */
async function answeredFor(
  invitation: InvitationItem,
  organization: OrganizationItem | undefined,
  now: number,
): Promise<InvitationItem | undefined> {
  const { organization_id, created_by, made_by_staff, appoints = false } = invitation;
  const { caller, member } = await readTogether({
    caller: [callerItem, callerKey(created_by.id)],
    member: [memberItem, memberKey(organization_id, created_by.id)],
  });
  if (!organization || !isEntitled(caller, member, made_by_staff)) return undefined;
  const hasStillPowers = made_by_staff || (member !== undefined && hasPowers(member, organization, now));
  const maker = { ...created_by, name: caller?.name ?? created_by.name };
  return { ...invitation, created_by: maker, appoints: appoints && hasStillPowers };
}

/** Returns whether an invitation is for an e-mail address, however the address is written. */
export const isFor = ({ email }: InvitationItem, address: string): boolean =>
  normalizedEmail(address) === email;

export const createInvitation = (invitation: InvitationItem): Change<InvitationItem> =>
  creation(invitationKey(invitation.organization_id, invitation.id), invitation);

/** Gives an invitation a new secret and a new mail; conflicts if the stored invitation no longer has the secret of `invitation`. */
export const renewInvitation = (
  invitation: InvitationItem,
  { secret_hash, mail_id }: { readonly secret_hash: string; readonly mail_id: MailId },
): Change<undefined> =>
  attributeUpdate(invitationKey(invitation.organization_id, invitation.id), {
    UpdateExpression: 'SET secret_hash = :secret, mail_id = :mail',
    ConditionExpression: 'secret_hash = :seen',
    ExpressionAttributeValues: { ':secret': secret_hash, ':mail': mail_id, ':seen': invitation.secret_hash },
  });

/** Removes an invitation; conflicts when somebody has accepted or withdrawn it in between. */
export const removeInvitation = ({ organization_id, id }: InvitationItem): Change<undefined> =>
  removal(invitationKey(organization_id, id));
