import type { APIGatewayProxyEvent } from 'aws-lambda';
import { ApiError } from '../access/errors.ts';

/**
 * Returns the bytes of a form with a file. API Gateway passes only bodies of a binary media type unchanged, and other bodies as text, in
 * which U+FFFD replaces bytes that are not UTF-8. Throws `unsupported_media_type` if bytes may have been lost so.
 */
export function formBytes({
  body,
  isBase64Encoded,
}: Pick<APIGatewayProxyEvent, 'body' | 'isBase64Encoded'>): Uint8Array {
  if (!isBase64Encoded && body?.includes('\ufffd'))
    throw new ApiError(
      'unsupported_media_type',
      'Content-Type must begin with multipart/form-data, in lower case.',
      'Content-Type',
    );
  return Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
}
