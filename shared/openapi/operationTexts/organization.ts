import { eventExamples } from '../../contract/eventExamples.ts';
import type * as contracts from '../../contract/operations/organization.ts';
import type { TextsOf } from './text.ts';

const founded = eventExamples['organization.created'].data;
const member = eventExamples['member.role_updated'].data;

export const organization: TextsOf<typeof contracts> = {
  createOrganization: {
    description:
      'For people; a service account is refused (403). It becomes the organization you act in if you had none.',
    success: 'The organization.',
    request: { name: founded.name },
    response: founded,
  },
  getOrganization: {
    description: 'For every member.',
    success: 'The organization.',
    response: founded,
  },
  updateOrganization: {
    description:
      'For owners and admins. The new name is shown with its documents, and entry pages are drawn anew.',
    success: 'The organization as it is now.',
    request: { name: 'Müller Nachfolger' },
    response: { ...founded, name: 'Müller Nachfolger' },
  },
  deleteOrganization: {
    description:
      'For owners, who repeat its name; another is 422. It is gone at once for everybody, with its documents, pages, webhooks and ' +
      'invitations: keys that are bound to it are refused, and sessions act elsewhere. Operators can restore it for 30 days, as it ' +
      'was; then everything of it is removed. No event tells of it.',
    success: 'An empty object: the organization is deleted.',
    request: { name: founded.name },
    response: {},
  },
  switchOrganization: {
    description:
      'For people who belong to several organizations, and for their sessions only: a key is bound to its own (403). It counts from ' +
      'the next request with that session, and changes no other. 404 for an organization that they do not belong to.',
    success: 'The organization in which the session acts.',
    request: { organization_id: founded.id },
    response: founded,
  },
  listOrganizationMembers: {
    description: 'For every member. The list is whole; service accounts are not on it.',
    success: 'The members.',
    response: { items: [member] },
  },
  removeMember: {
    description:
      'Everybody may leave; to remove somebody else takes the permission `organization#manage` besides. The last owner stays (422). ' +
      'The keys of a leaver that are bound to the organization end for good, and their sessions lose it. Their documents stay; ' +
      'nobody reads their private ones until they are back or the documents are handed over. Endpoints that they registered stop, and ' +
      'their invitations cannot be followed.',
    success: 'An empty object: they are no member any more.',
    response: {},
  },
  transferDocuments: {
    description:
      'For owners. All that the member made in the organization becomes that of the one in `to`, private and deleted documents ' +
      'included, as if they had made it: they read, change and delete it, and `created_by` names them. Who uploaded a version stays ' +
      'in its `created_by`. The owner does not read what is private. Each document that is there is told as `document.updated`. ' +
      'A request goes on for 20 seconds: with `has_more` there is more to do, and the next request does it, with an ' +
      '`Idempotency-Key` of its own. It can be repeated at any time; what was made in the very moment before may be left to the next.',
    success: 'The documents belong to the other member.',
    request: { to: 'usr_01kerkctyfx1y61qkq510v21e9' },
    response: { transferred: 128, has_more: false },
  },
  updateMemberRole: {
    description: 'The last owner keeps that role (422): make somebody else an owner first.',
    success: 'The member has the role.',
    request: { role: 'admin' },
  },
};
