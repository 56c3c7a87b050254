/** The resources of specification section 2, as responses carry them. */
import * as z from 'zod/mini';
import { accessLevel, memberRole, processingStatus, userType } from './enumerations.ts';
import {
  actorId,
  documentId,
  memberUserId,
  organizationId,
  policyId,
  versionId,
  webhookId,
} from './identifiers.ts';
import { descriptionMaxCharacters, titleMaxCharacters } from './limits.ts';
import { characters, dateTime } from './text.ts';

export const user = z.strictObject({ id: actorId, type: userType, name: z.string().check(z.minLength(1)) });
export type User = z.infer<typeof user>;

export const versionRef = z.strictObject({ id: versionId });

export const document = z.strictObject({
  id: documentId,
  service_url: z.url(),
  title: characters(1, titleMaxCharacters),
  description: z.nullable(characters(0, descriptionMaxCharacters)),
  access_level: accessLevel,
  processing_status: processingStatus,
  created_at: dateTime,
  created_by: user,
  current_version: z.nullable(versionRef),
});
export type Document = z.infer<typeof document>;

export const version = z.strictObject({
  id: versionId,
  document_id: documentId,
  service_url: z.url(),
  title: z.nullable(characters(0, titleMaxCharacters)),
  description: z.nullable(z.string()),
  processing_status: processingStatus,
  created_at: dateTime,
  created_by: user,
});
export type Version = z.infer<typeof version>;

export const policy = z.strictObject({
  id: policyId,
  name: z.string().check(z.minLength(1)),
  created_at: dateTime,
});
export type Policy = z.infer<typeof policy>;

export const documentPolicy = z.strictObject({
  document_id: documentId,
  attached_at: dateTime,
  attached_by: user,
  policy,
});
export type DocumentPolicy = z.infer<typeof documentPolicy>;

export const organization = z.strictObject({
  id: organizationId,
  name: z.string().check(z.minLength(1)),
  created_at: dateTime,
});
export type Organization = z.infer<typeof organization>;

export const organizationMember = z.strictObject({
  org_id: organizationId,
  user_id: memberUserId,
  role: memberRole,
  joined_at: dateTime,
  email: z.string(),
  display_name: z.string(),
  given_name: z.string(),
  family_name: z.string(),
});
export type OrganizationMember = z.infer<typeof organizationMember>;

export const webhookEndpoint = z.strictObject({
  id: webhookId,
  org_id: organizationId,
  url: z.url(),
  events: z.array(z.string()).check(z.minLength(1)),
  created_at: dateTime,
});
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>;

/** The creation response, the only place that ever carries the secret. */
export const webhookEndpointWithSecret = z.extend(webhookEndpoint, { secret: z.string() });

export const pagination = z.strictObject({ next_cursor: z.string(), has_more: z.boolean() });

/** Every paginated list: `items` and `pagination` (specification 2.9). */
export const pageOf = <T extends z.core.$ZodType>(item: T) =>
  z.strictObject({ items: z.array(item), pagination });
/** A page as handlers return it. */
export type Page<T> = { items: T[]; pagination: z.infer<typeof pagination> };
