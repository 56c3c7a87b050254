import { Agent, request } from 'node:http';

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
  const { status, text } = await post(service, operation, JSON.stringify(input));
  const body: unknown = text === '' ? {} : JSON.parse(text);
  if (status === 200) return body;
  const { __type: type, message } = { __type: 'UnknownError', message: text, ...(body as object) };
  throw new StoreError(operation, String(type).replace(/^.*#/, ''), String(message));
}

// Every message goes through several calls: `fetch` takes a multiple of the time for each.
const agent = new Agent({ keepAlive: true });

const post = (
  { endpoint, target, region }: JsonService,
  operation: string,
  body: string,
): Promise<{ status: number | undefined; text: string }> =>
  new Promise((resolve, reject) => {
    const sent = request(endpoint, {
      agent,
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'content-length': Buffer.byteLength(body),
        'x-amz-target': `${target}.${operation}`,
        authorization: `AWS4-HMAC-SHA256 Credential=local/20260101/${region}/local/aws4_request`,
      },
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString() }),
      );
    });
    sent.end(body);
  });
