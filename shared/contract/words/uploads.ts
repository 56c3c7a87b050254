import { grouped } from '../../text/words.ts';
import { maxFileBytesDefault, maxUploadBytes } from '../limits.ts';
import type * as contracts from '../operations/uploads.ts';
import type { WordsOf } from './named.ts';

export const words: WordsOf<typeof contracts> = {
  createUpload: {
    description:
      `For PDFs of more than ${grouped(maxUploadBytes)} bytes, up to ${grouped(maxFileBytesDefault)} by default. Send the ` +
      'file with PUT to `url`, with `headers`, within the hour. Then create a document or a version with the upload as ' +
      '`upload_id`. The URL accepts one PUT, of exactly that length and, if you gave `sha256`, of exactly that content. ' +
      'Only you can use the upload, for one document or version in your current organization.',
    requestBody: {
      description: 'The file that is to be put.',
      fields: {
        size_bytes: `Its length: 1 to ${grouped(maxFileBytesDefault)}, unless the stage takes others.`,
        sha256:
          'The SHA-256 of the file in hexadecimal. S3 refuses other content. Default: S3 accepts any content of `size_bytes` bytes',
      },
    },
    request: {
      size_bytes: 48_318_382,
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    },
    success: 'The URL for the file.',
    responseBody: {
      name: 'Upload',
      description: 'A place for one file, of which one document or one version can be made.',
      fields: {
        id: 'The upload. Use it as the `upload_id` of createDocument or createDocumentVersion.',
        url: 'The URL to which the file is sent, with PUT. It needs no credential.',
        headers: 'The headers that the PUT has to carry.',
        expires_at: 'When the URL and the upload end.',
      },
    },
    response: {
      id: 'upl_01kjpy3zt5d2m8kx0q7r9b4wcn',
      url: 'https://files.example.com/direct/01kjpy3zt5d2m8kx0q7r9b4wcn?X-Amz-Expires=3600&X-Amz-Signature=f2c3a1b5',
      headers: {
        'Content-Type': 'application/pdf',
        'If-None-Match': '*',
        'x-amz-checksum-sha256': 'n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=',
      },
      expires_at: '2026-03-02T10:29:00.000Z',
    },
  },
};
