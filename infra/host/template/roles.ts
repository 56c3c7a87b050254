import * as z from 'zod/mini';
import type { ResourcePolicyDefinition } from '../iam/access.ts';
import { accountRootArn } from './localNames.ts';
import { readIdentityPolicy, readResourcePolicy, storeServices } from './policies.ts';
import type { TemplateReader } from './templateReader.ts';

const roleSchema = z.looseObject({
  ManagedPolicyArns: z._default(z.array(z.unknown()), []),
  Policies: z._default(z.array(z.object({ PolicyDocument: z.unknown() })), []),
  // A permissions boundary would limit the role's policies. This host does not support boundaries.
  PermissionsBoundary: z.optional(z.undefined()),
});
const policySchema = z.looseObject({
  PolicyDocument: z.unknown(),
  Roles: z._default(z.array(z.unknown()), []),
});

/** AWS managed policies without permissions on the stores. */
const policiesWithoutStores = [
  'arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole',
  'arn:aws:iam::aws:policy/service-role/AWSLambdaVPCAccessExecutionRole',
  'arn:aws:iam::aws:policy/AWSXRayDaemonWriteAccess',
];

/**
 * Reads roles by ARN, with their permissions on some services. Throws for a policy that is not in the template, with the role in
 * the message.
 */
export function readRoles(reader: TemplateReader, wanted: ReadonlySet<string>, services = storeServices) {
  const policies = [...reader.raw('AWS::IAM::Policy'), ...reader.raw('AWS::IAM::ManagedPolicy')].map(
    ({ logicalId, properties }) => {
      const { PolicyDocument: document, Roles: roles } = z.parse(policySchema, properties);
      return { logicalId, document, roles: roles.map((role) => reader.resolve(role)) };
    },
  );
  return reader
    .raw('AWS::IAM::Role')
    .map((role) => ({ ...role, arn: reader.names.attribute(role.logicalId, 'Arn') ?? '' }))
    .filter(({ arn }) => wanted.has(arn))
    .map(({ logicalId, arn, properties }) => {
      const parsed = z.safeParse(roleSchema, properties);
      if (!parsed.success) throw new Error(`${logicalId} (AWS::IAM::Role): ${z.prettifyError(parsed.error)}`);
      const { ManagedPolicyArns: managed, Policies: inline } = parsed.data;
      const name = reader.names.physicalName(logicalId);
      const attached = managed.map((policy) => String(reader.resolve(policy)));
      const ofTemplate = policies.filter(
        (policy) =>
          policy.roles.includes(name) || attached.includes(String(reader.names.ref(policy.logicalId))),
      );
      const unknown = attached.find(
        (policy) =>
          !policiesWithoutStores.includes(policy) &&
          !ofTemplate.some((known) => reader.names.ref(known.logicalId) === policy),
      );
      if (unknown) throw new Error(`The local host does not know the policy ${unknown} of ${logicalId}.`);
      const documents = [
        ...inline.map(({ PolicyDocument: document }) => ({ owner: logicalId, document })),
        ...ofTemplate.map((policy) => ({ owner: policy.logicalId, document: policy.document })),
      ];
      const statements = documents.flatMap(({ owner, document }) =>
        readIdentityPolicy(reader, owner, document, services),
      );
      return { name, arn, statements };
    });
}

const bucketPolicySchema = z.object({ Bucket: z.unknown(), PolicyDocument: z.unknown() });
const queuePolicySchema = z.object({ Queues: z.array(z.unknown()), PolicyDocument: z.unknown() });
/**
 * The policy of a KMS key without a policy of its own. With this policy, the identity policies of the account decide (AWS KMS, "Default key
 * policy").
 */
const defaultKeyPolicy = {
  Statement: { Effect: 'Allow', Principal: { AWS: accountRootArn }, Action: 'kms:*', Resource: '*' },
};
const keyPolicySchema = z.object({ KeyPolicy: z._default(z.unknown(), defaultKeyPolicy) });

/** Reads the resource policies of buckets, queues and KMS keys. */
export function readResourcePolicies(reader: TemplateReader): ResourcePolicyDefinition[] {
  const { names } = reader;
  const ofBuckets = reader.raw('AWS::S3::BucketPolicy').map(({ logicalId, properties }) => {
    const { Bucket: bucket, PolicyDocument: document } = z.parse(bucketPolicySchema, properties);
    const owner = `arn:aws:s3:::${reader.resolve(bucket)}`;
    return { owner, statements: readResourcePolicy(reader, logicalId, document) };
  });
  const ofQueues = reader.raw('AWS::SQS::QueuePolicy').flatMap(({ logicalId, properties }) => {
    const { Queues: queues, PolicyDocument: document } = z.parse(queuePolicySchema, properties);
    const statements = readResourcePolicy(reader, logicalId, document);
    return queues.map((queue) => ({ owner: names.queueArn(String(reader.resolve(queue))), statements }));
  });
  const ofKeys = reader.raw('AWS::KMS::Key').flatMap(({ logicalId, properties }) => {
    const { KeyPolicy: document } = z.parse(keyPolicySchema, properties);
    const owner = names.attribute(logicalId, 'Arn') ?? '';
    return [{ owner, statements: readResourcePolicy(reader, logicalId, document) }];
  });
  return [...ofBuckets, ...ofQueues, ...ofKeys];
}
