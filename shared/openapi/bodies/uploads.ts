import * as z from 'zod/mini';
import { maxFileBytesDefault } from '../../contract/limits.ts';
import { createUpload } from '../../contract/operations/uploads.ts';
import { grouped } from '../../words.ts';
import { named } from '../schemas.ts';

named('CreateUpload', createUpload.body.schema, {
  description: 'The file that is to be put.',
  fields: {
    size_bytes: `Its length: 1 to ${grouped(maxFileBytesDefault)}, unless the stage takes others.`,
    sha256:
      'Its SHA-256 in hexadecimal. Given, no other content is taken. Default: any content of that length is',
  },
});
z.globalRegistry.add(createUpload.body.schema.shape.size_bytes, { type: 'integer' });
named('Upload', createUpload.success.schema, {
  description: 'A place for one file, of which one document or one version can be made.',
  fields: {
    id: 'The upload: the `upload_id` of createDocument or createDocumentVersion.',
    url: 'The URL to which the file is sent, with PUT. It needs no credential.',
    headers: 'The headers that the PUT has to carry.',
    expires_at: 'When the URL and the upload end.',
  },
});
