import type { IncomingHttpHeaders } from 'node:http';
import type { RequiredAction } from '../iam/policy.ts';

/** A request to a bucket, as IAM sees it. */
export interface BucketRequest {
  readonly method: string;
  readonly bucket: string;
  /** The object's key. Empty: the request is about the bucket. */
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
}

const arnOf = (bucket: string): string => `arn:aws:s3:::${bucket}`;
const onObject = (action: string, bucket: string, key: string): RequiredAction => ({
  action: `s3:${action}`,
  resource: `${arnOf(bucket)}/${key}`,
  owner: arnOf(bucket),
});

const objectActions: Readonly<Record<string, string>> = {
  GET: 'GetObject',
  HEAD: 'GetObject',
  PUT: 'PutObject',
  DELETE: 'DeleteObject',
};

/** Returns the actions of a request to S3 (Amazon S3 User Guide, "Required permissions for Amazon S3 API operations"). */
export function actionsOfS3({ method, bucket, key, query, headers }: BucketRequest): RequiredAction[] {
  if (key === '') return [listing(bucket, query.get('prefix') ?? undefined, query)];
  const action = objectActions[method] ?? method;
  const asked = onObject(query.has('versionId') ? `${action}Version` : action, bucket, key);
  const source = headers['x-amz-copy-source'];
  if (method !== 'PUT' || source === undefined) return [asked];
  const [name = '', versionId] = String(source).split('?versionId=');
  const [from = '', ...path] = decodeURIComponent(name).replace(/^\//, '').split('/');
  const read = versionId === undefined ? 'GetObject' : 'GetObjectVersion';
  return [onObject(read, from, path.join('/')), asked];
}

/**
 * Returns the action that decides about the answer for a missing object: callers with a permission for this action get 404, and other
 * callers get 403 (Amazon S3, "GetObject").
 */
export const actionOfMissingObject = ({
  bucket,
  key,
}: Pick<BucketRequest, 'bucket' | 'key'>): RequiredAction => listing(bucket, key);

function listing(bucket: string, prefix: string | undefined, query?: URLSearchParams): RequiredAction {
  const value = (given: string | null | undefined) => (given === null || given === undefined ? [] : [given]);
  const values = {
    's3:prefix': value(prefix),
    's3:delimiter': value(query?.get('delimiter')),
    's3:max-keys': value(query?.get('max-keys')),
  };
  return {
    action: query?.has('versions') ? 's3:ListBucketVersions' : 's3:ListBucket',
    resource: arnOf(bucket),
    values: Object.fromEntries(Object.entries(values).filter(([, given]) => given.length > 0)),
  };
}
