/** The bodies that single operations take and answer, with the names and descriptions under which they are published. */
import * as z from 'zod/mini';
import { maxFileBytesDefault, maxUploadBytes } from '../contract/limits.ts';
import type { MultipartBody } from '../contract/operation.ts';
import { operations } from '../contract/operations.ts';
import { grouped } from './numbers.ts';
import { named } from './schemas.ts';

interface Form extends MultipartBody {
  readonly fields: z.ZodMiniObject;
}

const forms = new Map<MultipartBody, z.ZodMiniType>();

/** Returns the schema of a whole form: its text fields and its file. Throws when the form has no name yet. */
export function formOf(body: MultipartBody): z.ZodMiniType {
  const form = forms.get(body);
  if (!form) throw new Error(`The form with ${body.file} has no name`);
  return form;
}

const file = z.file().check(z.mime(['application/pdf']));

/** Names a form, of which `about` describes the file by its name too. */
function namedForm<B extends Form>(
  name: string,
  body: B,
  about: {
    readonly description: string;
    readonly fields: Readonly<Record<(keyof B['fields']['shape'] & string) | B['file'], string>>;
  },
): void {
  const whole: z.ZodMiniObject = z.strictObject({ [body.file]: z.optional(file), ...body.fields.shape });
  forms.set(body, named(name, whole, about));
}

const payload = `The PDF, of ${grouped(maxUploadBytes)} bytes at most; larger ones are put at the URL of an upload.`;
const upload_id = 'An upload, in place of `payload`: what was put at its URL becomes the file.';

const page = { pagination: 'Where this page ends.' };

named('DocumentPage', operations.listDocuments.success.schema, {
  description: 'A page of documents, newest first.',
  fields: { items: 'The documents.', ...page },
});
namedForm('CreateDocument', operations.createDocument.body, {
  description: 'The form that creates a document.',
  fields: {
    payload,
    upload_id,
    title: 'The title of the document.',
    description: 'What it is about. Default: none',
    access_level:
      'Who may read it. Default, also of an empty field: `organization` for who belongs to one, `private` otherwise',
  },
});
named('UpdateDocument', operations.updateDocument.body.schema, {
  description: 'The fields to change. What is left out stays as it is.',
  fields: {
    title: 'A new title; null leaves it as it is.',
    description: 'A new description; null removes it.',
  },
});
named('EntryPage', operations.generateDocumentEntryPage.success.schema, {
  description: 'An entry page that is ready to be downloaded.',
  fields: { download_url: 'The URL of the PDF, for 15 minutes. It needs no credential.' },
});

named('VersionPage', operations.listDocumentVersions.success.schema, {
  description: 'A page of versions, newest first.',
  fields: { items: 'The versions.', ...page },
});
namedForm('CreateVersion', operations.createDocumentVersion.body, {
  description: 'The form that adds a version.',
  fields: {
    payload,
    upload_id,
    title: 'A title of its own. Default: none',
    description: 'What is new in it. Default: none',
  },
});
named('UpdateVersion', operations.updateDocumentVersion.body.schema, {
  description: 'The fields to change. What is left out stays as it is.',
  fields: { title: 'A new title; null removes it.', description: 'A new description; null removes it.' },
});

named('CreateUpload', operations.createUpload.body.schema, {
  description: 'The file that is to be put.',
  fields: {
    size_bytes: `Its length: 1 to ${grouped(maxFileBytesDefault)}, unless the stage takes others.`,
    sha256:
      'Its SHA-256 in hexadecimal. Given, no other content is taken. Default: any content of that length is',
  },
});
z.globalRegistry.add(operations.createUpload.body.schema.shape.size_bytes, { type: 'integer' });
named('Upload', operations.createUpload.success.schema, {
  description: 'A place for one file, of which one document or one version can be made.',
  fields: {
    id: 'The upload: the `upload_id` of createDocument or createDocumentVersion.',
    url: 'The URL to which the file is sent, with PUT. It needs no credential.',
    headers: 'The headers that the PUT has to carry.',
    expires_at: 'When the URL and the upload end.',
  },
});

named('DocumentPolicyPage', operations.listDocumentPolicies.success.schema, {
  description: 'A page of the policies attached to a document, newest attachment first.',
  fields: { items: 'The attached policies.', ...page },
});
named('AttachPolicy', operations.attachDocumentPolicy.body.schema, {
  description: 'Names the policy to attach.',
  fields: { policy_id: 'A policy of the organization of the document.' },
});
named('Detached', operations.detachDocumentPolicy.success.schema, {
  description: 'An empty object: the policy is not attached any more.',
  fields: {},
});

named('CreateOrganization', operations.createOrganization.body.schema, {
  description: 'The organization to found.',
  fields: { name: 'Its name.' },
});
named('OrganizationMemberList', operations.listOrganizationMembers.success.schema, {
  description: 'The members of an organization, earliest joined first.',
  fields: { items: 'The members.' },
});
named('UpdateMemberRole', operations.updateMemberRole.body.schema, {
  description: 'The role to give.',
  fields: { role: 'The new role.' },
});

named('WebhookEndpointList', operations.listWebhooks.success.schema, {
  description: 'The webhook endpoints of an organization, newest first.',
  fields: { webhooks: 'The endpoints, without their secrets.' },
});
named('RegisterWebhook', operations.registerWebhook.body.schema, {
  description: 'The endpoint to register.',
  fields: {
    url: 'An absolute HTTPS URL: of a public address, on port 443, without credentials.',
    events:
      'The event types it is to get; `*` stands for all, those of the future included. One that is named twice counts once.',
  },
});
