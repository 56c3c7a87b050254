import { rejected } from '../../../shared/access/authentication.ts';
import type { Principal } from '../../../shared/access/principal.ts';
import type { AccessLevel } from '../../../shared/contract/enumerations.ts';
import type { ActorId, OrganizationId } from '../../../shared/contract/identifiers.ts';
import { type DocumentItem, newDocument } from '../../../shared/data/documents/documents.ts';
import { newId } from '../../../shared/data/table/ids.ts';
import type { Asking, RoleLookup, Who } from '../../../shared/reading/asking.ts';
import type { Opens, Way } from '../../../shared/reading/ways/way.ts';
import { principal as somebody } from '../../support/handlerEvents.ts';

export const acme = newId('org');
export const other = newId('org');
export const creator = newId('user');
export const colleague = newId('user');

export const document = (
  access_level: AccessLevel,
  organization_id: OrganizationId | null = acme,
  share_count = 0,
): DocumentItem => ({
  ...newDocument(
    {
      organization_id: null,
      title: 'Title',
      description: null,
      access_level,
      created_by: { id: creator, type: 'user_account', name: 'Someone' },
    },
    undefined,
    { id: newId('ver'), size_bytes: 1 },
  ),
  organization_id,
  share_count,
});

const principal = (id: ActorId, organization_id: OrganizationId | null, given: Partial<Principal> = {}) =>
  somebody({
    user: { id, type: 'user_account', name: 'Someone' },
    organization_id,
    role: organization_id === null ? null : 'member',
    permissions: ['document#read'],
    credential: 'session:1',
    ...given,
  });

export interface Visitor {
  readonly principal: Principal;
  /** Whether the credential opens the documents of one organization only. */
  readonly byApiKey: boolean;
}
export const session = (...who: Parameters<typeof principal>): Visitor => ({
  principal: principal(...who),
  byApiKey: false,
});
export const apiKey = (...who: Parameters<typeof principal>): Visitor => ({
  principal: principal(...who),
  byApiKey: true,
});

/** A way that needs no store. It may add to documents with shares. */
export const wayOf = (name: string, find: Way['find']): Way => ({
  name,
  reads: [],
  mayAdd: ({ share_count }) => (share_count ?? 0) > 0,
  find,
});
export const opensBy = (added: Partial<Opens> = {}): Opens => ({ kind: 'opens', as: 'invited', ...added });

export function asking(visitor: Visitor | null, roleIn: RoleLookup, of: Asking['of'] = 'content'): Asking {
  const signInFirst = () => rejected('missing_api_key');
  const who: Who = visitor
    ? { kind: 'caller', principal: visitor.principal, ...(!visitor.byApiKey && { roleIn }) }
    : { kind: 'nobody', signInFirst };
  const documentId = newId('doc');
  return {
    documentId,
    version: undefined,
    room: undefined,
    of,
    who,
    accepting: null,
    preview: undefined,
    isJson: false,
  };
}
