import type { Identification, Principal } from '../access/principal.ts';
import { documentId, versionId } from '../contract/identifiers.ts';

/** Returns the log fields that name a request's caller. `principal` is undefined if the request was refused before it was authorized. */
export function callerForLog(identification: Identification, principal?: Principal) {
  const { caller, staff_override } = identification;
  const known = principal ?? ('principal' in caller ? caller.principal : undefined);
  return {
    ...(known && {
      user_id: known.user.id,
      organization_id: known.organization_id,
      credential: known.credential,
      ...(known.staff && { staff: true }),
    }),
    ...(staff_override && 'refused' in staff_override && { staff_override: staff_override.refused }),
  };
}

/** Returns the log fields that name the document and the version of a request. Malformed ids are not logged. */
export function subjectForLog(path: Readonly<Record<string, string | undefined>> | null) {
  const { data: document_id } = documentId.safeParse(path?.document_id);
  const { data: version_id } = versionId.safeParse(path?.version_id);
  return { ...(document_id && { document_id }), ...(version_id && { version_id }) };
}
