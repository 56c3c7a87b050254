import type { ErrorCode } from '../contract/errorCodes.ts';
import { maxJsonBodyBytes, maxUploadBytes } from '../contract/limits.ts';
import { isAnsweredOnce, type OperationContract, takesPreconditions } from '../contract/operation.ts';
import { grouped } from '../words.ts';
import { queryNames } from './parameters.ts';

const takesJson = ({ body }: OperationContract): boolean => body?.kind === 'json';
const takesForm = ({ body }: OperationContract): boolean => body?.kind === 'multipart';
const takesBody = ({ body }: OperationContract): boolean => body !== null;

interface CodeText {
  /** A sentence for people, such as the error's message might be. */
  readonly meaning: string;
  /** The operations that answer it. Default: all */
  readonly answeredBy?: (operation: OperationContract) => boolean;
}

/** The meaning of each error code. */
export const codeTexts: Readonly<Record<ErrorCode, CodeText>> = {
  missing_required_field: { meaning: 'A required field is missing or empty.', answeredBy: takesBody },
  invalid_value: { meaning: 'A parameter, field or header has a value that it cannot have.' },
  unknown_field: { meaning: 'The body has a field that the operation does not know.', answeredBy: takesBody },
  invalid_json: { meaning: 'The body is not a JSON object.', answeredBy: takesJson },
  invalid_multipart: { meaning: 'The body is not a form with one file.', answeredBy: takesForm },
  unsupported_media_type: {
    meaning: 'The Content-Type is not the one that the operation takes.',
    answeredBy: takesBody,
  },
  invalid_cursor: {
    meaning: 'The cursor is not the `next_cursor` of the previous page of this list, with the same filters.',
    answeredBy: (operation) => queryNames(operation).includes('cursor'),
  },
  invalid_file: { meaning: 'The file is not a PDF.', answeredBy: takesForm },
  file_too_large: {
    meaning:
      `The file is larger than ${grouped(maxUploadBytes)} bytes in a form, or than the stage takes through an upload, or the ` +
      'request larger than the service accepts.',
  },
  invalid_upload: {
    meaning: 'The upload is unknown, somebody else’s, expired or used.',
    answeredBy: takesForm,
  },
  upload_incomplete: { meaning: 'Nothing was put at the URL of the upload yet.', answeredBy: takesForm },
  body_too_large: {
    meaning: `The JSON body is larger than ${grouped(maxJsonBodyBytes)} bytes.`,
    answeredBy: takesJson,
  },
  idempotency_key_reused: {
    meaning: 'The `Idempotency-Key` was sent with another request in the last 24 hours.',
    answeredBy: isAnsweredOnce,
  },
  missing_api_key: { meaning: 'No API key was given, and no session.' },
  invalid_api_key: { meaning: 'The API key is unknown, expired or revoked.' },
  invalid_session: { meaning: 'The session has ended.' },
  insufficient_permissions: { meaning: 'The caller may not do this.' },
  quota_exceeded: {
    meaning:
      'The organization, or the person without one, has as many documents or stored bytes as it may have, or has asked for ' +
      'uploads of as many bytes today.',
    answeredBy: (operation) => takesForm(operation) || operation.id === 'createUpload',
  },
  resource_not_found: { meaning: 'What the request names does not exist, or the caller may not see it.' },
  precondition_failed: {
    meaning: 'It is not in the state that `If-Match` or `If-None-Match` asks for: nothing was changed.',
    answeredBy: takesPreconditions,
  },
  rate_limit_exceeded: {
    meaning: 'Too many requests in this minute, or too many changes of the same thing at this moment.',
  },
  internal_error: { meaning: 'Something went wrong in the service.' },
};
