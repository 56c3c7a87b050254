import {
  createOrganization,
  listOrganizationMembers,
  removeMember,
  switchOrganization,
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
named('UpdateMemberRole', updateMemberRole.body.schema, {
  description: 'The role to give.',
  fields: { role: 'The new role.' },
});
