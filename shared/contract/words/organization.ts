import { memberRole } from '../enumerations.ts';
import { memberUserId, organizationId } from '../identifiers.ts';
import type * as contracts from '../operations/organization.ts';
import { organization, organizationMember, organizationOwner } from '../resources/organization.ts';
import { emptyObject } from './common.ts';
import { eventExamples } from './eventTypes.ts';
import { named, namedId, type WordsOf } from './named.ts';
import { ofOneLine } from './texts.ts';

named('Organization', organization, {
  description:
    'Documents, members, policies and webhook endpoints belong to an organization, and stay inside it.',
  fields: {
    id: 'The organization.',
    name: 'Its name.',
    created_at: 'When it was founded.',
    accent_color:
      'The color of links, lines and buttons on the pages of its documents, as `#` and six hexadecimal digits. Null: the color of ' +
      'the service. Only getOrganization and updateOrganization answer it.',
    has_logo: 'Whether it has a logo. Only getOrganization and updateOrganization answer it.',
    reading_times:
      'Whether the seconds that readers look at pages of its documents are counted. Only getOrganization and updateOrganization answer it.',
  },
  extensions: ['accent_color', 'has_logo', 'reading_times'],
});
named('OrganizationMember', organizationMember, {
  description: 'A person who belongs to an organization.',
  fields: {
    org_id: 'The organization.',
    user_id: 'The person: `usr_X` here is the same one as `user_X` in a User.',
    role: 'Their role there.',
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
      'When the owner’s powers began or begin. Null: no owner with powers is left. The powers begin only after an owner ' +
      'takes ownership back or an operator appoints an owner.',
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
const details = { ...founded, accent_color: '#1a4a78', has_logo: true, reading_times: true };
const member = eventExamples['member.role_updated'].data;

export const words: WordsOf<typeof contracts> = {
  createOrganization: {
    description:
      'For people; a service account is refused (403). If you had no organization, the new one becomes your current ' +
      'organization.',
    requestBody: { description: 'The organization to found.', fields: { name: `Its name. ${ofOneLine}` } },
    request: { name: founded.name },
    success: 'The organization.',
    response: founded,
  },
  getOrganization: {
    description: 'For every member.',
    success: 'The organization.',
    response: details,
  },
  updateOrganization: {
    description:
      'For owners and admins. The request has at least one of the two fields; without any, the answer is 422. The new name and ' +
      'color are shown with its documents, and entry pages are drawn anew.',
    requestBody: {
      description: 'The changes of an organization.',
      fields: {
        name: `Its new name. ${ofOneLine}`,
        accent_color:
          'Its new accent color: `#` and six hexadecimal digits, with a contrast of at least 4.5 to 1 against white. In the dark ' +
          'scheme, pages lighten the color until it can be read. Null: the color of the service.',
        reading_times:
          'False: the service does not count how long readers look at pages, and pages do not say that it does. Times that are already ' +
          'counted stay.',
      },
      extensions: ['accent_color', 'reading_times'],
    },
    request: { name: 'Müller Nachfolger', accent_color: '#7a1f3d' },
    success: 'The organization as it is now.',
    response: { ...details, name: 'Müller Nachfolger', accent_color: '#7a1f3d' },
  },
  setOrganizationLogo: {
    description:
      'For owners and admins. The body is a PNG or JPEG file of at most 200,000 bytes, with 64 to 1,024 pixels a side, and ' +
      '`Content-Type` names its type. Other bodies are 422. The service stores the picture anew, with at most 40 kB and without ' +
      'metadata; of an animation it keeps the first picture. The logo is on the pages and entry pages of documents and in the ' +
      'console, beside the name of the organization. It is never on sign-in pages.',
    requestBody: { description: 'The picture: a PNG or JPEG file.' },
    success: 'The logo is set.',
    responseBody: {
      name: 'OrganizationLogo',
      description: 'The stored logo.',
      fields: {
        width: 'Its width in pixels. It can be smaller than that of the picture that was sent.',
        height: 'Its height in pixels.',
      },
    },
    response: { width: 480, height: 160 },
  },
  deleteOrganizationLogo: {
    description: 'For owners and admins. The answer is the same if the organization has no logo.',
    success: 'An empty object: the organization has no logo.',
    ...emptyObject('OrganizationLogoDeleted'),
  },
  deleteOrganization: {
    description:
      'For owners with powers, who repeat its name (another name: 422). The organization disappears for everybody at once, ' +
      'with its documents, pages, webhooks and invitations. Keys that are bound to it stop working. Sessions act in another ' +
      'organization or in none. Operators can restore it for 30 days; then the service removes all its data. No event ' +
      'reports the deletion.',
    requestBody: {
      description: 'The organization to delete, by its name.',
      fields: { name: 'The name of the organization, letter for letter, as a confirmation.' },
    },
    request: { name: founded.name },
    success: 'An empty object: the organization is deleted.',
    ...emptyObject('OrganizationDeleted'),
  },
  switchOrganization: {
    description:
      'For people who belong to several organizations, with a session. An API key is bound to its organization (403). The ' +
      'change applies to this session from its next request. If you do not belong to the organization, the answer is 404.',
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
      'For every member. The powers of owners are: end or loosen retention and legal holds, set `locked`, delete the ' +
      'organization, and hand over documents of other people. They begin at once for the founder, and for owners whom an ' +
      'owner with powers or an operator appointed. For other owners they begin 24 hours later, but only while another owner ' +
      'with powers is left. To use them, an owner needs a session, or a key with the permission `organization#own`.',
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
      'For an owner with powers who was demoted or removed less than 24 hours ago by somebody without powers. It needs a ' +
      'session. The person becomes an owner with powers again at once, in the current organization, or else in the one that ' +
      'was lost last. If there is no ownership to take back, or with an API key, the answer is 403.',
    success: 'The organization that you own again.',
    response: founded,
  },
  removeMember: {
    description:
      'Every member may leave. To remove another member, you need the permission `organization#manage`. The last owner ' +
      'cannot leave (422). The member’s keys that are bound to the organization end for good, and their sessions lose access ' +
      'to it. Their documents stay. Nobody can read their private documents until they come back or an owner hands the ' +
      'documents over. Endpoints that they registered stop, and their invitations become invalid. Service accounts that they ' +
      'created, and keys that they created for service accounts, stay valid, unless `end_made` is `true`. With `end_made`, ' +
      'the request also works for a former member.',
    success: 'An empty object: they are no member any more.',
    ...emptyObject('MemberRemoved'),
  },
  transferDocuments: {
    description:
      'For owners; for documents of other people, with an owner’s powers. All documents that the member created in the ' +
      'organization go to the person in `to`, also private and deleted ones. That person becomes `created_by`, and can read, ' +
      'change and delete them. The `created_by` of versions stays. The owner cannot read the private documents. While the ' +
      'member belongs to the organization, nobody can hand the documents over to themselves (403). Each document that is not ' +
      'deleted gets an event `document.updated`. Its activity gets an entry `document.transferred`, which its former creator ' +
      'sees. The activity of the organization gets an entry `documents.transferred` for each 16 documents, with both people ' +
      'and the number. Then the rooms that the member made go to the person in `to`, each with an event `room.updated`. A ' +
      'request works for 20 seconds. If `has_more` is true, send the next request with a new `Idempotency-Key`. You can ' +
      'repeat the request at any time. Documents created in the last moment can be left to the ' +
      'next request.',
    requestBody: {
      description: 'The member who gets the documents.',
      fields: {
        to: 'Another member of the organization.',
        dry_run:
          'If `true`, the request hands nothing over, and `has_more` says whether there are documents or rooms. Default: `false`.',
      },
    },
    request: { to: 'usr_01kerkctyfx1y61qkq510v21e9' },
    success: 'The documents belong to the other member.',
    responseBody: {
      name: 'DocumentsTransferred',
      description: 'The result of the transfer.',
      fields: {
        transferred: 'The number of documents that this request handed over.',
        transferred_rooms: 'The number of rooms that this request handed over.',
        has_more: 'Whether more documents or rooms can be left. If so, send the request again.',
      },
    },
    response: { transferred: 128, transferred_rooms: 2, has_more: false },
  },
  updateMemberRole: {
    description:
      'The last owner keeps that role (422): promote another member to owner first. If an owner with powers makes somebody ' +
      'an owner, the new owner’s powers begin at once, even if that person is an owner who was waiting for them. For people: ' +
      'service accounts are refused (403).',
    requestBody: { description: 'The role to give.', fields: { role: 'The new role.' } },
    request: { role: 'member' },
    success: 'The member has the role.',
  },
};
