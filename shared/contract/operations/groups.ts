import * as z from 'zod/mini';
import { groupEntryId, groupId, memberUserId } from '../identifiers.ts';
import {
  descriptionMaxCharacters,
  domainMaxCharacters,
  emailMaxCharacters,
  groupNameMaxCharacters,
} from '../limits.ts';
import { defineOperation, pageQuery } from '../operation.ts';
import { group, groupEntry } from '../resources/group.ts';
import { listPageOf } from '../resources/listPage.ts';
import { characters, emailLike, shownLines, shownName } from '../text.ts';

const onGroup = () => z.object({ group_id: groupId });
const groupName = () => shownName(groupNameMaxCharacters);
const description = () => z.nullable(shownLines(0, descriptionMaxCharacters));

export const listGroups = defineOperation('listGroups', () => ({
  summary: 'List the groups of your organization, newest first',
  staffOverride: true,
  query: pageQuery(),
  success: { status: 200, schema: listPageOf(group) },
}));

export const createGroup = defineOperation('createGroup', () => ({
  summary: 'Add a group to your organization',
  staffOverride: true,
  body: {
    kind: 'json',
    schema: z.strictObject({ name: groupName(), description: z._default(description(), null) }),
  },
  success: { status: 201, schema: group },
  entityTag: true,
}));

export const getGroup = defineOperation('getGroup', () => ({
  summary: 'Read a group of your organization',
  staffOverride: true,
  pathParameters: onGroup(),
  success: { status: 200, schema: group },
  entityTag: true,
}));

export const updateGroup = defineOperation('updateGroup', () => ({
  summary: 'Change the name or the description of a group',
  staffOverride: true,
  pathParameters: onGroup(),
  body: {
    kind: 'json',
    schema: z.strictObject({ name: z.optional(groupName()), description: z.optional(description()) }),
  },
  success: { status: 200, schema: group },
  entityTag: true,
}));

export const deleteGroup = defineOperation('deleteGroup', () => ({
  summary: 'Delete a group with its entries',
  staffOverride: true,
  pathParameters: onGroup(),
  success: { status: 200, schema: z.strictObject({}) },
  deletes: group,
}));

export const listGroupEntries = defineOperation('listGroupEntries', () => ({
  summary: 'List the members, addresses and domains in a group, newest first',
  staffOverride: true,
  pathParameters: onGroup(),
  query: pageQuery(),
  success: { status: 200, schema: listPageOf(groupEntry) },
}));

const subjects = ['user_id', 'email', 'domain'] as const;

export const createGroupEntry = defineOperation('createGroupEntry', () => ({
  summary: 'Add a member, an address or a domain to a group',
  staffOverride: true,
  pathParameters: onGroup(),
  body: {
    kind: 'json',
    schema: z
      .strictObject({
        user_id: z.optional(memberUserId),
        email: z.optional(emailLike(emailMaxCharacters)),
        domain: z.optional(characters(1, domainMaxCharacters)),
      })
      .check(
        z.refine((named) => subjects.filter((subject) => named[subject] !== undefined).length === 1, {
          error: 'must have exactly one of user_id, email and domain',
          params: { unprocessable: true },
        }),
      ),
  },
  /** A subject that stands in the group already is answered with its entry. */
  success: { status: 201, schema: groupEntry, existing: 200 },
}));

export const deleteGroupEntry = defineOperation('deleteGroupEntry', () => ({
  summary: 'Remove a member, an address or a domain from a group',
  staffOverride: true,
  pathParameters: z.object({ group_id: groupId, entry_id: groupEntryId }),
  success: { status: 200, schema: z.strictObject({}) },
}));
