import { actingOrganization, requireOwner } from '../../../shared/access/documents.ts';
import { forbidden, notFound, wrongField } from '../../../shared/access/errors.ts';
import { requirePowers } from '../../../shared/access/powers.ts';
import { handOverDocuments, hasDocumentsOf } from '../../../shared/acts/handOverDocuments.ts';
import { handOverRooms, hasRoomsOf } from '../../../shared/acts/rooms/handOverRooms.ts';
import { type ActorId, ulidOf } from '../../../shared/contract/identifiers.ts';
import { transferDocuments } from '../../../shared/contract/operations/organization.ts';
import type { User } from '../../../shared/contract/resources/user.ts';
import {
  belongingOf,
  getOrganizationAndMember,
  isPerson,
} from '../../../shared/data/organizations/organizations.ts';
import { loadAudience } from '../../../shared/events/audience.ts';
import { post } from '../../../shared/http/post.ts';

/** API Gateway waits for 29 s. The remaining time is for the last documents and the answer. */
const budgetMilliseconds = 20_000;

export const handler = post(transferDocuments, async ({ principal, path, body, answer }) => {
  const until = Date.now() + budgetMilliseconds;
  const organizationId = actingOrganization(principal);
  requireOwner(principal);
  const from: ActorId = `user_${ulidOf(path.user_id)}`;
  if (from !== principal.user.id) await requirePowers(principal, Date.now());
  const [belonging, { member }, audience] = await Promise.all([
    belongingOf(organizationId, from),
    getOrganizationAndMember(organizationId, body.to),
    loadAudience(organizationId),
  ]);
  if (!belonging) throw notFound('member', 'user_id');
  if (!member || !isPerson(member) || member.user_id === from)
    throw wrongField('to', 'must be another member of the organization, a person', body.to);
  if (belonging === 'member' && member.user_id === principal.user.id)
    throw forbidden('You cannot hand the documents of a member over to yourself. Choose another member.');

  if (body.dry_run) {
    const has_more = (await hasDocumentsOf(organizationId, from)) || (await hasRoomsOf(organizationId, from));
    return answer({ transferred: 0, transferred_rooms: 0, has_more });
  }
  const to: User = { id: member.user_id, type: 'user_account', name: member.name };
  const transfer = { organizationId, from, to, by: principal, audience, until };
  const documents = await handOverDocuments(transfer);
  const rooms = documents.has_more ? { transferred_rooms: 0 } : await handOverRooms(transfer);
  return answer({ ...documents, ...rooms });
});
