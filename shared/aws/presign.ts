import { S3RequestPresigner } from '@aws-sdk/s3-request-presigner';
import { encodedPath, endpointOf, type Place, settings } from './s3.ts';
import { formatUrl, HttpRequest, Sha256 } from './sdk.ts';

const presigner = new S3RequestPresigner({
  credentials: () => settings.credentials(),
  region: settings.region,
  sha256: Sha256,
});

/** A request that a client sends to S3 directly. */
interface Presigned {
  readonly operation: 'GetObject' | 'PutObject';
  readonly place: Place;
  readonly query?: Readonly<Record<string, string>>;
  /** Headers that the client must send. Headers whose names begin with `x-amz-` move into the query, except the headers in `kept`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly kept?: readonly string[];
  /** The time in which the request must begin, in seconds. */
  readonly expiresIn: number;
}

/** Returns the URL of a request. Signing needs no request to S3. */
export async function presignedUrl({
  operation,
  place,
  query = {},
  headers = {},
  kept = [],
  expiresIn,
}: Presigned): Promise<string> {
  const { protocol, hostname, port, pathname } = await endpointOf(place.bucket);
  const request = new HttpRequest({
    method: operation === 'GetObject' ? 'GET' : 'PUT',
    protocol,
    hostname,
    ...(port !== '' && { port: Number(port) }),
    path: `${pathname.replace(/\/$/, '')}/${encodedPath(place.key)}`,
    query: { ...query, 'x-id': operation },
    headers: { ...headers },
  });
  return formatUrl(await presigner.presign(request, { expiresIn, unhoistableHeaders: new Set(kept) }));
}
