import {
  type InvitationId,
  invitationId,
  type OrganizationId,
  organizationId,
  ulidOf,
} from '../contract/identifiers.ts';
import { hashToken, newToken } from './tokens.ts';

/**
 * The token in the URL of an invitation: the ULIDs of the organization and of the invitation, and 256 random bits, of which
 * only the hash is stored.
 */
export function generateInvitationToken(organizationId: OrganizationId, id: InvitationId) {
  const secret = newToken();
  return { token: ulidOf(organizationId) + ulidOf(id) + secret, secret_hash: hashToken(secret) };
}

/** Returns the ids and the secret in a token; undefined for text that is not a token. */
export function parseInvitationToken(text: string | undefined) {
  const [, organization, invitation, secret] = /^(.{26})(.{26})([\w-]{43})$/.exec(text ?? '') ?? [];
  const { data: organization_id } = organizationId.safeParse(`org_${organization}`);
  const { data: id } = invitationId.safeParse(`inv_${invitation}`);
  return organization_id && id && secret ? { organization_id, id, secret } : undefined;
}
