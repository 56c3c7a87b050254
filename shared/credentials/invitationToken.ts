import {
  type InvitationId,
  invitationId,
  type OrganizationId,
  organizationId,
  ulidOf,
} from '../contract/identifiers.ts';
import { hashToken, newToken } from './tokens.ts';

/**
 * Returns a token for the URL of an invitation, and the hash of its secret. The token has the ULIDs of the organization and of the
 * invitation, and a secret of 256 random bits. Only the hash of the secret is stored.
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
