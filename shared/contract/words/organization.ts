import { memberRole } from '../enumerations.ts';
import { memberUserId, organizationId } from '../identifiers.ts';
import type * as contracts from '../operations/organization.ts';
import { organization, organizationMember, organizationOwner } from '../resources/organization.ts';
import { emptyObject } from './common.ts';
import { eventExamples } from './eventTypes.ts';
import { named, namedId, type WordsOf } from './named.ts';

named('Organization', organization, {
  description:
    'Documents, members, policies and webhook endpoints belong to an organization, and stay inside it.',
  fields: { id: 'The organization.', name: 'Its name.', created_at: 'When it was founded.' },
});
named('OrganizationMember', organizationMember, {
  description: 'A person who belongs to an organization.',
  fields: {
    org_id: 'The organization.',
    user_id: 'The person: `usr_X` here is the same one as `user_X` in a User.',
    role: 'What they may do there.',
    joined_at: 'When they joined.',
    email: 'Their e-mail address.',
    display_name: 'The name to show.',
    given_name: 'Their given name; empty if it is not known.',
    family_name: 'Their family name; empty if it is not known.',
  },
});
named('OrganizationOwner', organizationOwner, {
  description: 'An owner of an organization, and from when they have an owner’s powers.',
  fields: {
    user_id: 'The person: `usr_X` here is the same one as `user_X` in a User.',
    owner_since: 'When they became an owner.',
    powers_from:
      'When their powers began or begin; null: no owner with powers is left, and they do not begin before one takes ownership back or an operator names one.',
  },
});
named('MemberRole', memberRole, {
  description:
    'Owners and admins manage members and webhook endpoints and change every document they can read. An organization always ' +
    'has an owner.',
});
namedId('OrganizationId', organizationId, 'an organization', 'org_01kerkg4008wmw5drxrge3rmw4');
namedId(
  'MemberUserId',
  memberUserId,
  'a person as a member of an organization',
  'usr_01key0atx4sv2tdwx7vekqc72j',
);

const founded = eventExamples['organization.created'].data;
const member = eventExamples['member.role_updated'].data;

export const words: WordsOf<typeof contracts> = {
  createOrganization: {
    description:
      'For people; a service account is refused (403). It becomes the organization you act in if you had none.',
    requestBody: { description: 'The organization to found.', fields: { name: 'Its name.' } },
    request: { name: founded.name },
    success: 'The organization.',
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
    requestBody: { description: 'What is to change of an organization.', fields: { name: 'Its new name.' } },
    request: { name: 'Müller Nachfolger' },
    success: 'The organization as it is now.',
    response: { ...founded, name: 'Müller Nachfolger' },
  },
  deleteOrganization: {
    description:
      'For owners with powers, who repeat its name; another is 422. It is gone at once for everybody, with its documents, pages, webhooks and ' +
      'invitations: keys that are bound to it are refused, and sessions act elsewhere. Operators can restore it for 30 days, as it ' +
      'was; then everything of it is removed. No event tells of it.',
    requestBody: {
      description: 'The organization to delete, by its name.',
      fields: { name: 'Its name, letter for letter: nobody is to delete another one than they mean.' },
    },
    request: { name: founded.name },
    success: 'An empty object: the organization is deleted.',
    ...emptyObject('OrganizationDeleted'),
  },
  switchOrganization: {
    description:
      'For people who belong to several organizations, and for their sessions only: a key is bound to its own (403). It counts from ' +
      'the next request with that session, and changes no other. 404 for an organization that they do not belong to.',
    requestBody: {
      description: 'The organization to act in.',
      fields: { organization_id: 'One that you belong to.' },
    },
    request: { organization_id: founded.id },
    success: 'The organization in which the session acts.',
    response: founded,
  },
  listOrganizationMembers: {
    description: 'For every member. The list is whole; service accounts are not on it.',
    success: 'The members.',
    responseBody: {
      name: 'OrganizationMemberList',
      description: 'The members of an organization, earliest joined first.',
      fields: { items: 'The members.' },
    },
    response: { items: [member] },
  },
  listOrganizationOwners: {
    description:
      'For every member. Owners’ powers are: ending or loosening retention and legal holds, `locked`, deleting the organization, ' +
      'and handing over documents of others. They begin at once for the founder, and for whom an owner with powers or an operator ' +
      'makes owner; for others 24 hours later, but not while no owner with powers is left. They need a session, or a key with the ' +
      'permission `organization#own`.',
    success: 'The owners.',
    responseBody: {
      name: 'OrganizationOwnerList',
      description: 'The owners of an organization, earliest joined first.',
      fields: { items: 'The owners.' },
    },
    response: {
      items: [{ user_id: member.user_id, owner_since: member.joined_at, powers_from: member.joined_at }],
    },
  },
  reclaimOwnership: {
    description:
      'For an owner with powers whom somebody without powers demoted or removed less than 24 hours ago, with a session. They are an ' +
      'owner with powers again, at once. It counts for the organization in which you act, or else for the one that was taken last. ' +
      '403 where there is nothing to take back, and with an API key.',
    success: 'The organization that you own again.',
    response: founded,
  },
  removeMember: {
    description:
      'Everybody may leave; to remove somebody else takes the permission `organization#manage` besides. The last owner stays (422). ' +
      'The keys of a leaver that are bound to the organization end for good, and their sessions lose it. Their documents stay; ' +
      'nobody reads their private ones until they are back or the documents are handed over. Endpoints that they registered stop, and ' +
      'their invitations cannot be followed. Service accounts and keys of service accounts that they made go on, unless `end_made` is ' +
      '`true`: it ends those of somebody who has left before, too.',
    success: 'An empty object: they are no member any more.',
    ...emptyObject('MemberRemoved'),
  },
  transferDocuments: {
    description:
      'For owners, and for the documents of others with an owner’s powers. All that the member made in the organization becomes that of the one in `to`, private and deleted documents ' +
      'included, as if they had made it: they read, change and delete it, and `created_by` names them. Who uploaded a version stays ' +
      'in its `created_by`. The owner does not read what is private. While the member belongs to the organization, nobody can take over ' +
      'the documents for themselves (403). Each document that is there is told as `document.updated`. In the activity, an entry ' +
      '`document.transferred` of each document is shown to its former creator. Entries `documents.transferred` in the organization’s list ' +
      'say from whom, to whom and how many: one for each 20 documents. ' +
      'A request goes on for 20 seconds: with `has_more` there is more to do, and the next request does it, with an ' +
      '`Idempotency-Key` of its own. It can be repeated at any time; what was made in the very moment before may be left to the next.',
    requestBody: {
      description: 'Who gets the documents.',
      fields: { to: 'Another member of the organization.' },
    },
    request: { to: 'usr_01kerkctyfx1y61qkq510v21e9' },
    success: 'The documents belong to the other member.',
    responseBody: {
      name: 'DocumentsTransferred',
      description: 'What was handed over.',
      fields: {
        transferred: 'The number of documents that this request handed over.',
        has_more: 'Whether there may be more: then the request is to be sent again.',
      },
    },
    response: { transferred: 128, has_more: false },
  },
  updateMemberRole: {
    description:
      'The last owner keeps that role (422): make somebody else an owner first. Whom an owner with powers makes owner has powers at ' +
      'once, also where they waited for them. For people: service accounts are refused (403).',
    requestBody: { description: 'The role to give.', fields: { role: 'The new role.' } },
    request: { role: 'admin' },
    success: 'The member has the role.',
  },
};
