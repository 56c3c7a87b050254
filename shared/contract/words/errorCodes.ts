import * as z from 'zod/mini';
import { grouped } from '../../text/words.ts';
import { type ErrorCode, errorCodes, errorTypes } from '../errorCodes.ts';
import { errorEnvelope, gatewayError, problem } from '../errors.ts';
import { maxJsonBodyBytes, maxUploadBytes } from '../limits.ts';
import {
  isAnsweredOnce,
  type OperationContract,
  refusesUnknownQuery,
  takesPreconditions,
} from '../operation.ts';
import { named } from './named.ts';

const takesJson = ({ body }: OperationContract): boolean => body?.kind === 'json';
const takesForm = ({ body }: OperationContract): boolean => body?.kind === 'multipart';
const takesCursor = ({ query }: OperationContract): boolean =>
  'cursor' in (z.toJSONSchema(query, { io: 'input' }).properties ?? {});
const takesBody = ({ body }: OperationContract): boolean => body !== null;
const requiresParameter = ({ query }: OperationContract): boolean => !z.safeParse(query, {}).success;
const namesResource = ({ path }: OperationContract): boolean => path.includes('{');

/** Returns whether a parameter of the path or the query, or a header, of a request can have a wrong value. */
export const takesParameters = (operation: OperationContract): boolean =>
  namesResource(operation) ||
  Object.keys(operation.query.shape).length > 0 ||
  takesPreconditions(operation) ||
  operation.staffOverride === true;

interface CodeWords {
  /** A sentence for people. */
  readonly meaning: string;
  /**
   * Whether an operation itself can answer with this code. API Gateway can answer any request with the code, such as a GET with a body
   * of 10 MB. Default: every operation can
   */
  readonly answeredBy?: (operation: OperationContract) => boolean;
}

/** The meaning of each error code. */
export const codeWords: Readonly<Record<ErrorCode, CodeWords>> = {
  missing_required_field: {
    meaning: 'A required field or parameter is missing or empty.',
    answeredBy: (operation) => takesBody(operation) || requiresParameter(operation),
  },
  invalid_value: {
    meaning: 'A parameter, field or header has an invalid value.',
    answeredBy: (operation) =>
      takesParameters(operation) || takesBody(operation) || operation.method === 'POST',
  },
  unknown_field: {
    meaning: 'The body has a field, or the query a parameter, that the operation does not have.',
    answeredBy: (operation) => takesBody(operation) || refusesUnknownQuery(operation),
  },
  invalid_json: { meaning: 'The body is not a JSON object.', answeredBy: takesJson },
  invalid_multipart: {
    meaning: 'The form cannot be read, or one of its parts has no name.',
    answeredBy: takesForm,
  },
  unsupported_media_type: {
    meaning: 'The operation does not accept this Content-Type, or the service not this Content-Encoding.',
    answeredBy: takesBody,
  },
  invalid_cursor: {
    meaning: 'The cursor is not the `next_cursor` of the previous page of this list, with the same filters.',
    answeredBy: takesCursor,
  },
  invalid_file: { meaning: 'The file is not a PDF.', answeredBy: takesForm },
  file_too_large: {
    meaning:
      `The file is larger than ${grouped(maxUploadBytes)} bytes in a form, or larger than an upload to this stage can be; or ` +
      'the request is larger than the service accepts.',
    answeredBy: (operation) => takesForm(operation) || operation.id === 'createUpload',
  },
  invalid_upload: {
    meaning: 'The upload is unknown, expired, already used, or belongs to somebody else.',
    answeredBy: takesForm,
  },
  upload_incomplete: { meaning: 'No file was sent to the URL of the upload yet.', answeredBy: takesForm },
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
  insufficient_permissions: {
    meaning: 'The caller may not do this.',
    answeredBy: ({ permission, method, staffOverride, sessionOnly }) =>
      permission !== null || method !== 'GET' || staffOverride === true || sessionOnly === true,
  },
  quota_exceeded: {
    meaning:
      'A quota is used up: the documents, stored bytes or bytes of today’s uploads of the organization, or of a person outside of ' +
      'any; the organizations that a person founded; the API keys of a reader; the shares of a document; the rooms of an organization; what a room has; or today’s mails.',
    answeredBy: (operation) =>
      takesForm(operation) ||
      [
        'createUpload',
        'createOrganization',
        'sendInvitation',
        'createApiKey',
        'createDocumentShare',
        'updateDocumentShare',
        'sendDocumentShare',
        'createRoom',
        'createRoomItems',
        'updateRoomItem',
        'createRoomAccess',
      ].includes(operation.id),
  },
  resource_not_found: {
    meaning: 'The resource does not exist, or the caller may not see it.',
    answeredBy: (operation) =>
      namesResource(operation) ||
      operation.staffOverride === true ||
      ['switchOrganization', 'search'].includes(operation.id),
  },
  precondition_failed: {
    meaning:
      'The resource is not in the state that `If-Match` or `If-None-Match` requires. Nothing was changed.',
    answeredBy: takesPreconditions,
  },
  rate_limit_exceeded: {
    meaning: 'Too many requests in this minute, or too many changes of the same resource at this moment.',
  },
  internal_error: { meaning: 'Something went wrong in the service.' },
  search_unavailable: {
    meaning: 'The search engine does not answer. Nothing else is affected.',
    answeredBy: ({ id }) => id === 'search',
  },
};

const error = errorEnvelope.shape.error;

named('Error', errorEnvelope, {
  description: 'The error of an operation below `/v1/documents`, `/v1/uploads`, `/v1/rooms` or `/v1/search`.',
  fields: { error: 'The error.' },
});
named('ErrorDetail', error, {
  description: 'The reason why a request failed.',
  fields: {
    type: 'The kind of error, which follows from the code.',
    message: 'A sentence for people. It may change.',
    code: 'The error, for programs.',
    param: 'The parameter, field or header at fault; null when none is.',
    retry_after: 'The seconds to wait before the request can be sent again; null when that would not help.',
  },
});
named('ErrorType', error.shape.type, { description: 'The kind of an error.', examples: [errorTypes[0]] });
named('ErrorCode', error.shape.code, {
  description: Object.entries(codeWords)
    .map(([code, { meaning }]) => `- \`${code}\` (${errorCodes[code as ErrorCode].status}): ${meaning}`)
    .join('\n'),
});
const problemFields = {
  type: 'Always `about:blank`: the status says what kind of problem it is.',
  title: 'The phrase of the status.',
  status: 'The status of the response.',
  detail: 'A sentence for people. It may change.',
  errors: 'With 422, all errors in the request.',
};
named('Problem', problem, {
  description: 'The error of all other operations ([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)).',
  fields: problemFields,
});
named('GatewayError', gatewayError, {
  description:
    'The error of a request that does not reach its operation, such as one that is too large: both formats in one body.',
  fields: { error: 'The error.', ...problemFields },
});

export type Status = (typeof errorCodes)[ErrorCode]['status'] | typeof invalidBodyStatus;

/** The status for a body with wrong values, in the problem format. */
export const invalidBodyStatus = 422;

/** The meaning of each status of an error. */
export const statusMeanings: Readonly<Record<Status, string>> = {
  400: 'The request is malformed: nothing was changed.',
  401: 'The request has no valid credential.',
  403: 'The caller may not do this.',
  404: 'The resource does not exist, or the caller may not see it.',
  412: 'The resource has changed. The request changed nothing.',
  422: 'The request is well-formed, but its content is not valid. Nothing was changed.',
  429: 'Nothing was changed; the request can be sent again after `Retry-After`.',
  500: 'Something went wrong in the service. It was not the request’s fault.',
  503: 'The search engine does not answer. The request can be sent again after `Retry-After`.',
};
