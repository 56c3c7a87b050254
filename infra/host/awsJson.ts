/** The AWS JSON protocols, for the few calls that the host itself makes to the stores. */
export interface JsonService {
  readonly endpoint: string;
  /** The operation's namespace: `DynamoDB_20120810` or `AmazonSQS`. */
  readonly target: string;
  /** Resources are named in the region that a request is signed for. */
  readonly region: string;
}

/** A refusal of a store, with the error type it gave, such as `ResourceInUseException`. */
export class StoreError extends Error {
  readonly type: string;

  constructor(operation: string, type: string, message: string) {
    super(`${operation}: ${type}: ${message}`);
    this.type = type;
  }
}

/** Calls one operation. Throws a StoreError when the store refuses. */
export async function callJson(service: JsonService, operation: string, input: object): Promise<unknown> {
  const response = await fetch(service.endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `${service.target}.${operation}`,
      authorization: `AWS4-HMAC-SHA256 Credential=local/20260101/${service.region}/local/aws4_request`,
    },
    body: JSON.stringify(input),
  });
  const text = await response.text();
  const body: unknown = text === '' ? {} : JSON.parse(text);
  if (response.ok) return body;
  const { __type: type, message } = { __type: 'UnknownError', message: text, ...(body as object) };
  throw new StoreError(operation, String(type).replace(/^.*#/, ''), String(message));
}
