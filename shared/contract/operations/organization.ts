import * as z from 'zod/mini';
import { memberRole } from '../enumerations.ts';
import { memberUserId } from '../identifiers.ts';
import { organizationNameMaxCharacters } from '../limits.ts';
import { defineOperation, none } from '../operation.ts';
import { organization, organizationMember } from '../resources/organization.ts';
import { characters } from '../text.ts';

export const createOrganization = defineOperation({
  id: 'createOrganization',
  summary: 'Create an organization and become its first owner',
  resource: 'organization',
  method: 'POST',
  path: '/v1/organization',
  errorFormat: 'problem',
  permission: 'organization#create',
  staffOverride: true,
  pathParameters: none,
  query: none,
  body: { kind: 'json', schema: z.strictObject({ name: characters(1, organizationNameMaxCharacters) }) },
  success: { status: 200, schema: organization },
});

export const listOrganizationMembers = defineOperation({
  id: 'listOrganizationMembers',
  summary: 'List the members of your organization, earliest joined first',
  resource: 'organization',
  method: 'GET',
  path: '/v1/organization/members',
  errorFormat: 'problem',
  permission: 'organization#list_members',
  staffOverride: true,
  pathParameters: none,
  query: none,
  body: null,
  success: { status: 200, schema: z.strictObject({ items: z.array(organizationMember) }) },
});

export const updateMemberRole = defineOperation({
  id: 'updateMemberRole',
  summary: 'Change the role of a member',
  resource: 'organization',
  method: 'PATCH',
  path: '/v1/organization/members/{user_id}',
  errorFormat: 'problem',
  permission: 'organization#manage',
  staffOverride: true,
  pathParameters: z.object({ user_id: memberUserId }),
  query: none,
  body: { kind: 'json', schema: z.strictObject({ role: memberRole }) },
  success: { status: 204, schema: null },
});
