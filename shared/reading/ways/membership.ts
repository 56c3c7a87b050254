import type { Way } from './way.ts';

/**
 * The members of a document's organization. A private document is open to its creator, other documents to all members. People who have left
 * the organization may not open its documents. A document without an organization is open to its creator. Rules of policies do not bind the
 * creator, nor the owners and admins of the organization.
 */
export const membership: Way = {
  name: 'membership',
  reads: [],
  mayAdd: () => true,
  async find({ asking: { who }, document }) {
    if (who.kind !== 'caller') return undefined;
    const { principal, roleIn } = who;
    if (!document) {
      await roleIn?.(null);
      return undefined;
    }
    const { organization_id, access_level, created_by } = document;
    const isCreator = created_by.id === principal.user.id;
    if (organization_id === null && isCreator) return { kind: 'opens', as: 'manager' };
    const mayOpen = isCreator || access_level !== 'private';
    const actsThere = organization_id !== null && organization_id === principal.organization_id;
    const acting = actsThere && mayOpen ? principal.role : null;
    // This lookup comes before each 404, so that response times do not show which documents exist.
    const role = acting ?? (await roleIn?.(organization_id));
    if (!role || !mayOpen) return undefined;
    const isExempt = isCreator || role === 'owner' || role === 'admin';
    return { kind: 'opens', as: isExempt ? 'manager' : 'colleague' };
  },
};
