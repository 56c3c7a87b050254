import {
  createOrganization,
  deleteOrganization,
  listOrganizationMembers,
  removeMember,
  switchOrganization,
  transferDocuments,
  updateMemberRole,
  updateOrganization,
} from '../../contract/operations/organization.ts';
import { named } from '../schemas.ts';

named('CreateOrganization', createOrganization.body.schema, {
  description: 'The organization to found.',
  fields: { name: 'Its name.' },
});
named('UpdateOrganization', updateOrganization.body.schema, {
  description: 'What is to change of an organization.',
  fields: { name: 'Its new name.' },
});
named('DeleteOrganization', deleteOrganization.body.schema, {
  description: 'The organization to delete, by its name.',
  fields: { name: 'Its name, letter for letter: nobody is to delete another one than they mean.' },
});
named('OrganizationDeleted', deleteOrganization.success.schema, {
  description: 'An empty object: the organization is deleted.',
  fields: {},
});
named('SwitchOrganization', switchOrganization.body.schema, {
  description: 'The organization to act in.',
  fields: { organization_id: 'One that you belong to.' },
});
named('OrganizationMemberList', listOrganizationMembers.success.schema, {
  description: 'The members of an organization, earliest joined first.',
  fields: { items: 'The members.' },
});
named('MemberRemoved', removeMember.success.schema, {
  description: 'An empty object: they are no member any more.',
  fields: {},
});
named('TransferDocuments', transferDocuments.body.schema, {
  description: 'Who gets the documents.',
  fields: { to: 'Another member of the organization.' },
});
named('DocumentsTransferred', transferDocuments.success.schema, {
  description: 'What was handed over.',
  fields: {
    transferred: 'The number of documents that this request handed over.',
    has_more: 'Whether there may be more: then the request is to be sent again.',
  },
});
named('UpdateMemberRole', updateMemberRole.body.schema, {
  description: 'The role to give.',
  fields: { role: 'The new role.' },
});
