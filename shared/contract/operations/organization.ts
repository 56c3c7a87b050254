import * as z from 'zod/mini';
import { accentColorPattern, contrastMin, isColor, isReadableOnWhite } from '../accentColor.ts';
import { memberRole } from '../enumerations.ts';
import { memberUserId, organizationId } from '../identifiers.ts';
import { logoMaxBytes, logoMediaTypes, organizationNameMaxCharacters } from '../limits.ts';
import { defineOperation } from '../operation.ts';
import {
  organization,
  organizationLogo,
  organizationMember,
  organizationOwner,
} from '../resources/organization.ts';
import { shownName } from '../text.ts';

const organizationName = () => shownName(organizationNameMaxCharacters);

/** A color in which texts can be read on white. */
const accentColor = z
  .string()
  .check(
    z.refine(isColor, { error: 'must be # and six hexadecimal digits, such as #1a4a78', abort: true }),
    z.refine(
      isReadableOnWhite,
      `must have a contrast of at least ${contrastMin} to 1 against white: choose a darker color`,
    ),
    z.meta({ pattern: accentColorPattern }),
  );

export const createOrganization = defineOperation('createOrganization', () => ({
  summary: 'Create an organization and become its first owner',
  staffOverride: true,
  /** The new organization may become the person's current one. If the request is then repeated, it comes from another organization. */
  idempotency: 'of the person',
  body: { kind: 'json', schema: z.strictObject({ name: organizationName() }) },
  success: { status: 200, schema: organization },
}));

export const getOrganization = defineOperation('getOrganization', () => ({
  summary: 'Read your organization',
  staffOverride: true,
  success: { status: 200, schema: organization },
  entityTag: true,
}));

export const updateOrganization = defineOperation('updateOrganization', () => ({
  summary: 'Change the name, the accent color or the counting of reading times of your organization',
  staffOverride: true,
  body: {
    kind: 'json',
    schema: z
      .strictObject({
        name: z.optional(organizationName()),
        accent_color: z.optional(z.nullable(accentColor)),
        reading_times: z.optional(z.boolean()),
      })
      .check(
        z.refine((changes) => Object.keys(changes).length > 0, {
          error: 'must have at least one of name, accent_color and reading_times',
          params: { unprocessable: true },
        }),
      ),
  },
  success: { status: 200, schema: organization },
  entityTag: true,
}));

export const setOrganizationLogo = defineOperation('setOrganizationLogo', () => ({
  summary: 'Set the logo of your organization',
  staffOverride: true,
  body: {
    kind: 'file',
    file: 'picture',
    mediaTypes: logoMediaTypes,
    maxBytes: logoMaxBytes,
    fields: z.strictObject({}),
  },
  success: { status: 200, schema: organizationLogo },
}));

export const deleteOrganizationLogo = defineOperation('deleteOrganizationLogo', () => ({
  summary: 'Remove the logo of your organization',
  staffOverride: true,
  success: { status: 200, schema: z.strictObject({}) },
}));

export const deleteOrganization = defineOperation('deleteOrganization', () => ({
  summary: 'Delete your organization, which operators can restore for 30 days',
  staffOverride: true,
  /** The client repeats the name of the organization, so that nobody deletes the wrong organization. */
  body: { kind: 'json', schema: z.strictObject({ name: z.string() }) },
  success: { status: 200, schema: z.strictObject({}) },
  deletes: organization,
}));

export const switchOrganization = defineOperation('switchOrganization', () => ({
  summary: 'Have your session act in another of your organizations',
  sessionOnly: true,
  idempotency: 'by nature',
  body: { kind: 'json', schema: z.strictObject({ organization_id: organizationId }) },
  success: { status: 200, schema: organization },
}));

export const listOrganizationMembers = defineOperation('listOrganizationMembers', () => ({
  summary: 'List the members of your organization, earliest joined first',
  ignoresUnknownQuery: true,
  staffOverride: true,
  success: { status: 200, schema: z.strictObject({ items: z.array(organizationMember) }) },
}));

export const listOrganizationOwners = defineOperation('listOrganizationOwners', () => ({
  summary: 'List the owners of your organization, and from when they have an owner’s powers',
  staffOverride: true,
  success: { status: 200, schema: z.strictObject({ items: z.array(organizationOwner) }) },
}));

export const reclaimOwnership = defineOperation('reclaimOwnership', () => ({
  summary: 'Take back ownership that somebody without an owner’s powers took from you',
  sessionOnly: true,
  /** A person who lost their ownership may no longer be a member of any organization. */
  idempotency: 'of the person',
  success: { status: 200, schema: organization },
}));

export const removeMember = defineOperation('removeMember', () => ({
  summary: 'Remove a member, or leave your organization yourself',
  staffOverride: true,
  pathParameters: z.object({ user_id: memberUserId }),
  query: z.object({ end_made: z.optional(z.enum(['true', 'false'])) }),
  success: { status: 200, schema: z.strictObject({}) },
}));

export const updateMemberRole = defineOperation('updateMemberRole', () => ({
  summary: 'Change the role of a member',
  staffOverride: true,
  peopleOnly: true,
  pathParameters: z.object({ user_id: memberUserId }),
  body: { kind: 'json', schema: z.strictObject({ role: memberRole }) },
  success: { status: 204, schema: null },
}));

export const transferDocuments = defineOperation('transferDocuments', () => ({
  summary: 'Hand over the documents of a member, or of somebody who was one, to another member',
  staffOverride: true,
  pathParameters: z.object({ user_id: memberUserId }),
  body: { kind: 'json', schema: z.strictObject({ to: memberUserId, dry_run: z.optional(z.boolean()) }) },
  success: {
    status: 200,
    schema: z.strictObject({
      transferred: z.int().check(z.gte(0)),
      transferred_rooms: z.int().check(z.gte(0)),
      has_more: z.boolean(),
    }),
  },
}));
