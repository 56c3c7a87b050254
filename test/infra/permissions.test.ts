import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { grantedOn, type Resource as Store } from '../../infra/functions/grants.ts';
import type { FunctionName } from '../../infra/functions/manifest.ts';
import { type QueueName, queueNames } from '../../shared/runtime/stores.ts';
import { functionOf, provided, queuePath, served, specs, synthesizeStage } from './synthesized.ts';

const oneOrMore = z.union([z.string(), z.array(z.string())]);
const statement = z.looseObject({
  Effect: z.enum(['Allow', 'Deny']),
  Action: oneOrMore,
  Resource: z.unknown(),
  Condition: z.optional(z.unknown()),
});
const policy = z.looseObject({ PolicyDocument: z.looseObject({ Statement: z.array(statement) }) });
const role = z.looseObject({
  Policies: z.array(policy),
  AssumeRolePolicyDocument: z.object({ Statement: z.array(z.looseObject({})) }),
});

const accountRoot = {
  'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ':iam::', { Ref: 'AWS::AccountId' }, ':root']],
};

/** These actions have no resources in IAM. */
const withoutResources = ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'];

interface Grant {
  readonly function: FunctionName | undefined;
  readonly action: string;
  /** `*`, or the name of the construct and the rest of the ARN. */
  readonly resource: string;
  readonly condition: unknown;
}

const stage = synthesizeStage(provided);

/** The roles with inline policies. The role of API Gateway for its log has an AWS managed policy. */
const roles = [...stage.of('AWS::IAM::Role')].flatMap(([id, properties]) =>
  'Policies' in properties ? [[stage.resources.get(id), z.parse(role, properties)] as const] : [],
);
const ofNoFunction = roles.filter(([resource]) => functionOf(resource) === undefined);
const isInvoker = (resource: Parameters<typeof functionOf>[0]): boolean =>
  resource?.Metadata['aws:cdk:path'].includes('/Api/Invoker/') === true;
const invokers = ofNoFunction.filter(([resource]) => isInvoker(resource)).map(([, properties]) => properties);
const others = ofNoFunction.filter(([resource]) => !isInvoker(resource));

const grants: readonly Grant[] = roles
  .filter(([resource]) => !isInvoker(resource))
  .flatMap(([resource, { Policies }]) =>
    Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement).flatMap(
      ({ Action, Resource, Condition }) =>
        [Action].flat().flatMap((action) =>
          [Resource].flat().map((arn) => ({
            function: functionOf(resource),
            action,
            resource: nameOf(arn),
            condition: Condition,
          })),
        ),
    ),
  );

const queuePaths = Object.fromEntries(queueNames.map((name) => [`${name}Queue`, queuePath(name)])) as Record<
  `${QueueName}Queue`,
  string
>;
/** For each store of the manifest: its resource in the template. */
const stores = {
  table: 'Data/Table',
  listIndex: 'Data/Table/index/list',
  filterIndex: 'Data/Table/index/filter',
  dueIndex: 'Data/Table/index/due',
  bucket: 'Data/Bucket',
  copies: 'Data/Bucket',
  uploads: 'Data/Bucket/uploads/*',
  direct: 'Data/Bucket/direct/*',
  payloads: 'Data/Bucket/payloads/*',
  entryPages: 'Data/Bucket/entry-pages/*',
  pages: 'Data/Bucket/pages/*',
  texts: 'Data/Bucket/texts/*',
  stamped: 'Data/Bucket/stamped/*',
  ...queuePaths,
  collections: 'Search/CollectionA',
  webhookKey: 'Data/WebhookKey',
  shownSecrets: 'Data/WebhookKey',
  mailSecrets: 'Data/WebhookKey',
  mailIdentity: 'arn:AWS::Partition:ses:AWS::Region:AWS::AccountId:identity/example.com',
  auditHeads: 'Data/AuditBucket/heads/*',
  clientSecret: 'arn:AWS::Partition:ssm:AWS::Region:AWS::AccountId:parameter/documents/oidc-secret',
} as const satisfies Record<Store, string>;

/** `ForAllValues` alone would also allow requests that name no table key. `Null` excludes these requests. */
const inPartitions = (partitions: readonly string[]) => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions.map((prefix) => `${prefix}*`) },
  Null: { 'dynamodb:LeadingKeys': 'false' },
});
/** The conditions of all grants on a store. */
const conditions: Partial<Record<Store, object>> = {
  bucket: { StringLike: { 's3:prefix': ['uploads/*', 'direct/*'] } },
  copies: { StringLike: { 's3:prefix': ['pages/*', 'texts/*', 'stamped/*'] } },
  webhookKey: {
    'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': ['organization_id', 'webhook_id'] },
    Null: { 'kms:EncryptionContextKeys': 'false' },
  },
  shownSecrets: {
    'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': ['idempotency_key'] },
    Null: { 'kms:EncryptionContextKeys': 'false' },
  },
  mailIdentity: { StringEquals: { 'ses:FromAddress': provided.mailFrom } },
  mailSecrets: {
    'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': ['mail_id'] },
    Null: { 'kms:EncryptionContextKeys': 'false' },
  },
};

// Threat: An attacker controls a function
test.for([...specs.keys()])('the role of %s has exactly the grants of the manifest', (name) => {
  const granted = specs.get(name)?.grants ?? {};
  const manifest = (Object.keys(stores) as Store[]).flatMap((store) =>
    grantedOn(store, granted).map(({ action, partitions }) => ({
      action,
      resource: stores[store],
      condition: partitions ? inPartitions(partitions) : conditions[store],
    })),
  );
  // Sending from an address needs its identity and the configuration set.
  if (granted.mailIdentity)
    manifest.push({
      action: 'ses:SendEmail',
      resource: expect.stringMatching(/:configuration-set\//),
      condition: conditions.mailIdentity,
    });

  const own = grants.filter((grant) => grant.function === name);
  const allowed = own.filter((one) => !isOwnLogOrTrace(one)).map(({ function: _, ...grant }) => grant);
  const logs = own.filter(({ action }) => action.startsWith('logs:'));
  expect(allowed).toHaveLength(manifest.length);
  expect(allowed).toEqual(expect.arrayContaining(manifest));
  expect(logs.map(({ action }) => action)).toEqual(['logs:CreateLogStream', 'logs:PutLogEvents']);
  for (const { resource } of logs) expect(resource.toLowerCase()).toContain(name.toLowerCase());
});

describe('policies', () => {
  test("are inline in the roles of functions and of API Gateway's invocations only", () => {
    expect(others).toEqual([]);
    expect(stage.of('AWS::IAM::Policy').size + stage.of('AWS::IAM::ManagedPolicy').size).toBe(0);
  });

  // Threat: An attacker controls a function
  test('contain no action with a wildcard, and no action that reads or deletes a whole store', () => {
    for (const { action } of grants) {
      expect(action).not.toContain('*');
      expect(action).not.toMatch(/Scan|DeleteTable|DeleteBucket|PurgeQueue|DeleteObjectVersion/);
    }
  });

  // Threat: Files are overwritten or deleted
  test('allow one worker to delete files, and no other function', () => {
    const removing = grants.filter(({ action }) => action === 's3:DeleteObject');

    const { uploads, direct, payloads, entryPages, pages, texts, stamped } = stores;
    expect(removing.map((grant) => [grant.function, grant.resource]).sort()).toEqual(
      [uploads, direct, payloads, entryPages, pages, texts, stamped]
        .sort()
        .map((folder) => ['removeDeleted', folder]),
    );
  });

  // Threat: A webhook is forged or altered
  test('allow two functions to encrypt signing secrets, and another one to decrypt them', () => {
    const withKey = grants.filter(({ action }) => action.startsWith('kms:'));
    const ofSecrets = (condition: object | undefined) =>
      withKey
        .filter((grant) => JSON.stringify(grant.condition) === JSON.stringify(condition))
        .map((grant) => `${grant.function} ${grant.action}`)
        .sort();

    expect(ofSecrets(conditions.webhookKey)).toEqual([
      'deliverWebhook kms:Decrypt',
      'registerWebhook kms:Encrypt',
      'rotateWebhookSecret kms:Encrypt',
    ]);
    // These functions encrypt and decrypt secrets in stored answers. None of them signs webhooks.
    const showing = [
      'createApiKey',
      'createInvitation',
      'registerWebhook',
      'rotateWebhookSecret',
      'sendInvitation',
    ];
    expect(ofSecrets(conditions.shownSecrets)).toEqual(
      showing.flatMap((name) => [`${name} kms:Decrypt`, `${name} kms:Encrypt`]),
    );
    // These functions encrypt links in mails. Only the worker that sends the mails decrypts the links.
    expect(ofSecrets(conditions.mailSecrets)).toEqual([
      'createInvitation kms:Encrypt',
      'sendInvitation kms:Encrypt',
      'sendMail kms:Decrypt',
    ]);
    expect(withKey).toHaveLength(16);
  });

  test('name their resources, except for actions without resources', () => {
    const unnamed = grants.filter(({ resource }) => resource === '*').map(({ action }) => action);

    expect([...new Set(unnamed)].sort()).toEqual(withoutResources);
  });

  test('of buckets, queues and topics allow two things only: CloudWatch notifies topics, and EventBridge sends events of mail', () => {
    const types = ['AWS::S3::BucketPolicy', 'AWS::SQS::QueuePolicy', 'AWS::SNS::TopicPolicy'];
    const allowing = types
      .flatMap((type) => [...stage.of(type).values()])
      .flatMap((properties) => z.parse(policy, properties).PolicyDocument.Statement)
      .filter(({ Effect }) => Effect === 'Allow');

    // There is one topic for alarms that page an operator, and one for tickets.
    const raising = { Action: 'sns:Publish', Principal: { Service: 'cloudwatch.amazonaws.com' } };
    const passingOn = { Principal: { Service: 'events.amazonaws.com' } };
    expect(allowing).toMatchObject([passingOn, raising, raising]);
  });
});

test('the key policy leaves permissions to the IAM policies of its account', () => {
  const [key] = stage.of('AWS::KMS::Key').values();

  expect(key?.KeyPolicy).toMatchObject({
    Statement: [{ Effect: 'Allow', Action: 'kms:*', Resource: '*', Principal: { AWS: accountRoot } }],
  });
});

test('only API Gateway, the schedule and Lambda may assume roles or invoke functions', () => {
  const callers = [...stage.of('AWS::Lambda::Permission').values()].map(({ Principal }) => Principal);
  const ofFunctions = roles.filter(([resource]) => !isInvoker(resource));

  expect(new Set(callers)).toEqual(new Set(['events.amazonaws.com']));
  expect(ofFunctions).toHaveLength(specs.size);
  for (const [, properties] of ofFunctions) {
    expect(properties).not.toHaveProperty('ManagedPolicyArns');
    expect(properties.AssumeRolePolicyDocument).toMatchObject({
      Statement: [{ Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' } }],
    });
  }
});

describe('the roles in which API Gateway invokes functions', () => {
  test('can be assumed only by API Gateway, and only for this account if the request names an account', () => {
    for (const { AssumeRolePolicyDocument } of invokers)
      expect(AssumeRolePolicyDocument.Statement).toEqual([
        {
          Action: 'sts:AssumeRole',
          Effect: 'Allow',
          Principal: { Service: 'apigateway.amazonaws.com' },
          Condition: { StringEqualsIfExists: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
        },
      ]);
  });

  test('allow to invoke the functions of routes and the authorizer by name, and nothing else', () => {
    const statements = invokers.flatMap(({ Policies }) =>
      Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement),
    );
    const invoked = statements
      .flatMap(({ Resource }) => [Resource].flat())
      .map((arn) => functionOf(stage.resources.get(idOf(arn))));

    expect(statements).toHaveLength(invokers.length);
    for (const { Action } of statements) expect(Action).toBe('lambda:InvokeFunction');
    expect(invoked).toHaveLength(served.length + 1);
    expect(new Set(invoked)).toEqual(new Set([...served, 'authorizer']));
  });

  test('stay below the 10,240 characters that IAM allows, even if CloudFormation gives the longest names', () => {
    const longest = `arn:aws-us-gov:lambda:ap-northeast-1:${'0'.repeat(12)}:function:${'f'.repeat(64)}`;

    for (const { Policies } of invokers) {
      const functions = Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement).flatMap(
        ({ Resource }) => [Resource].flat(),
      );
      expect(JSON.stringify(functions.map(() => longest)).length).toBeLessThan(10_000);
    }
  });
});

function isOwnLogOrTrace({ action }: Grant): boolean {
  return action.startsWith('logs:') || withoutResources.includes(action);
}

/** The name of an ARN for these tests, such as `Data/Table/index/list`. */
function nameOf(arn: unknown): string {
  if (typeof arn === 'string') return arn;
  const joined = z.safeParse(
    z.strictObject({ 'Fn::Join': z.tuple([z.literal(''), z.array(z.unknown())]) }),
    arn,
  );
  if (joined.success) return joined.data['Fn::Join'][1].map(nameOf).join('');
  const reference = z.safeParse(z.strictObject({ Ref: z.string() }), arn);
  if (reference.success) return reference.data.Ref;
  const id = idOf(arn);
  return stage.pathOf(id) ?? id;
}

/** The logical id in an ARN reference. */
function idOf(arn: unknown): string {
  const { 'Fn::GetAtt': attribute } = z.parse(
    z.strictObject({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('Arn')]) }),
    arn,
  );
  return attribute[0];
}
