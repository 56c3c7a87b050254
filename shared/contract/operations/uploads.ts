import * as z from 'zod/mini';
import { uploadId } from '../identifiers.ts';
import { defineOperation } from '../operation.ts';
import { dateTime } from '../text.ts';

/** The SHA-256 of a file in hexadecimal. */
const sha256 = () =>
  z.string().check(z.regex(/^[0-9a-fA-F]{64}$/, 'must be a SHA-256 in hexadecimal: 64 digits'));

export const createUpload = defineOperation('createUpload', () => ({
  summary: 'Get a URL at which to put a large PDF',
  body: {
    kind: 'json',
    schema: z.strictObject({
      /**
       * The largest size is a setting of the stage. `z.int()` is not used, because it would call a number above 2^53 invalid and not too
       * large.
       */
      size_bytes: z
        .number()
        .check(
          z.multipleOf(1, 'must be a whole number'),
          z.gte(1, 'must be at least 1'),
          z.meta({ type: 'integer' }),
        ),
      sha256: z.optional(sha256()),
    }),
  },
  success: {
    status: 201,
    expiring: 'url',
    schema: z.strictObject({
      id: uploadId,
      url: z.url(),
      headers: z.record(z.string(), z.string()),
      expires_at: dateTime,
    }),
  },
}));
