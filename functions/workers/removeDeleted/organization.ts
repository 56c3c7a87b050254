import { indexMark } from '../../../shared/acts/indexMark.ts';
import type { DocumentId, OrganizationId } from '../../../shared/contract/identifiers.ts';
import {
  findDocument,
  isBeingRemoved,
  removeAtOnce,
} from '../../../shared/data/documents/deletedDocuments.ts';
import { listEveryDocument } from '../../../shared/data/documents/documentLists.ts';
import { retentionInOrganization, retentionOfDocument } from '../../../shared/data/documents/retention.ts';
import {
  type DeletedOrganizationItem,
  endRemoval,
  getDeletedOrganization,
  isRestorable,
  keepUntil,
  withState,
} from '../../../shared/data/organizations/deletedOrganizations.ts';
import {
  listParts,
  type OrganizationPart,
  removeActor,
  removeDeliveries,
  removeGroupEntries,
  removeUsage,
} from '../../../shared/data/organizations/organizationRemoval.ts';
import { suspendAll } from '../../../shared/data/organizations/suspension.ts';
import { listEveryRoom, removeRoomParts } from '../../../shared/data/rooms/removal.ts';
import { writeBookkeeping } from '../../../shared/data/table/commit.ts';
import { patientWorker, retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { removeItems } from '../../../shared/data/table/partitions.ts';
import { askedAgainAt } from '../../../shared/policies/retention.ts';
import { log } from '../../../shared/runtime/log.ts';
import { inParallel } from '../batches/inParallel.ts';
import { removeDocument } from './document.ts';

/** The number of documents or members that are processed at the same time. Each needs a few concurrent requests. */
const concurrency = 5;

/**
 * Completes an interrupted deletion of an organization, and removes the organization if nobody can restore it. The documents are removed
 * first, because their removal needs the members. Events and stored answers to requests are not removed here, because they expire.
 */
export async function removeOrganization(
  organization_id: OrganizationId,
  isOver: () => boolean,
): Promise<void> {
  const organization = await begin(organization_id);
  // Before any document is removed, the members who joined during the deletion are suspended too.
  const isSuspended = await suspendAll(organization_id, isOver);
  if (!organization || !isSuspended) return;
  const isRemoved =
    (await removeRooms(organization_id, isOver)) &&
    (await removeDocuments(organization_id, isOver)) &&
    (await removeParts(organization_id, isOver)) &&
    (await removeUsage(organization_id, isOver));
  if (!isRemoved) return log.info('organization partly removed', { organization_id });
  await writeBookkeeping([endRemoval(organization)]);
  log.info('organization removed', { organization_id });
}

/**
 * Marks an organization as being removed and returns it. Returns undefined if the organization was restored, can still be restored or is
 * already removed, or if a policy retains one of its documents.
 */
const begin = (organizationId: OrganizationId): Promise<DeletedOrganizationItem | undefined> =>
  retryOnConflict(async () => {
    const organization = await getDeletedOrganization(organizationId);
    if (!organization || isRestorable(organization, Date.now())) return undefined;
    if (organization.state === 'removing') return organization;
    const retention = await retentionInOrganization(organizationId, Date.now());
    if (retention) {
      await writeBookkeeping([keepUntil(organization, askedAgainAt(retention, Date.now()))]);
      log.info('deleted organization kept', {
        organization_id: organizationId,
        policy_id: retention.policy.id,
      });
      return undefined;
    }
    const [begun] = await writeBookkeeping([withState(organization, 'removing')]);
    return begun;
  }, patientWorker);

/**
 * Removes all documents. Returns false if time is up before the end, or if a policy retains a document. The earlier check may have missed
 * this policy, because lists are eventually consistent.
 */
async function removeDocuments(organizationId: OrganizationId, isOver: () => boolean): Promise<boolean> {
  for await (const documents of listEveryDocument(organizationId)) {
    let kept = 0;
    await inParallel(documents, concurrency, isOver, async ({ id }) => {
      if (!(await removeAnyDocument(id, isOver))) kept += 1;
    });
    if (isOver() || kept > 0) return false;
  }
  return true;
}

/** Removes a document, even if it was not deleted. Returns false if a policy retains it. */
async function removeAnyDocument(documentId: DocumentId, isOver: () => boolean): Promise<boolean> {
  const isLetGo = await retryOnConflict(async () => {
    const document = await findDocument(documentId);
    if (!document || isBeingRemoved(document)) return true;
    if (await retentionOfDocument(document, Date.now())) return false;
    const mark = indexMark(document, 'hides');
    await writeBookkeeping([...removeAtOnce(document, Date.now()), ...mark.writes]);
    await mark.announce();
    return true;
  }, patientWorker);
  if (isLetGo) await removeDocument(documentId, isOver);
  else log.error('document kept, of an organization that is being removed', { document_id: documentId });
  return isLetGo;
}

async function removeRooms(organizationId: OrganizationId, isOver: () => boolean): Promise<boolean> {
  for await (const roomIds of listEveryRoom(organizationId))
    for (const roomId of roomIds) if (!(await removeRoomParts(organizationId, roomId, isOver))) return false;
  return true;
}

async function removeParts(organizationId: OrganizationId, isOver: () => boolean): Promise<boolean> {
  for (
    let parts = await listParts(organizationId);
    parts.length > 0;
    parts = await listParts(organizationId)
  ) {
    await inParallel(parts, concurrency, isOver, (part) => removeWhatItLeadsTo(part, organizationId, isOver));
    if (isOver()) return false;
    await removeItems(parts.map(({ key }) => key));
  }
  return true;
}

async function removeWhatItLeadsTo(
  { user_id, webhook_id, group_id, room_id }: OrganizationPart,
  organizationId: OrganizationId,
  isOver: () => boolean,
): Promise<void> {
  if (user_id) await removeActor(user_id, organizationId, Date.now());
  if (webhook_id) await removeDeliveries(webhook_id, isOver);
  if (group_id) await removeGroupEntries(group_id, isOver);
  if (room_id) await removeRoomParts(organizationId, room_id, isOver);
}
