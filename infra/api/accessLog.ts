/**
 * The fields of API Gateway's access log. Headers, bodies and query strings are not logged, because a client could have put a credential or
 * a document there.
 */
export const accessLogFields = {
  request_id: '$context.requestId',
  time: '$context.requestTime',
  ip: '$context.identity.sourceIp',
  method: '$context.httpMethod',
  route: '$context.resourcePath',
  path: '$context.path',
  status: '$context.status',
  principal: '$context.authorizer.principalId',
  responseBytes: '$context.responseLength',
  responseMilliseconds: '$context.responseLatency',
  integrationMilliseconds: '$context.integrationLatency',
  errorType: '$context.error.responseType',
  // The causes of errors that no function logs: errors of API Gateway, of the authorizer, and of invoking a function.
  errorMessage: '$context.error.message',
  authorizerError: '$context.authorizer.error',
  integrationError: '$context.integrationErrorMessage',
  traceId: '$context.xrayTraceId',
} as const;
