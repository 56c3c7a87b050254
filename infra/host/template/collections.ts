import * as z from 'zod/mini';
import { matcherOfAny } from '../iam/patterns.ts';
import type { Statement } from '../iam/policy.ts';
import type { TemplateReader } from './templateReader.ts';

const collectionSchema = z.object({
  Name: z.string(),
  // Collections for time series make their own ids, and collections for vectors have other fields.
  Type: z.literal('SEARCH'),
});
// These decide about capacity, replicas and deletion, which one machine does not have.
const collectionPropertiesIgnored = [
  'CollectionGroupName',
  'DeletionProtection',
  'Description',
  'StandbyReplicas',
  'Tags',
];

export type CollectionDefinition = ReturnType<typeof readCollections>[number];

/**
 * Reads the collections of OpenSearch Serverless. Throws for a collection that AWS would not create without an encryption policy, or that
 * functions could not reach without a network policy.
 */
export function readCollections(reader: TemplateReader) {
  const { names } = reader;
  const collections = reader.read(
    'AWS::OpenSearchServerless::Collection',
    collectionSchema,
    collectionPropertiesIgnored,
  );
  const isEncrypted = coveredBy(reader, 'encryption', encryptionPolicy);
  const isPublic = coveredBy(reader, 'network', networkPolicy);
  return collections.map(({ logicalId, properties: { Name: name } }) => {
    if (!isEncrypted(name))
      throw new Error(`${logicalId}: no encryption policy is for the collection ${name}.`);
    if (!isPublic(name))
      throw new Error(`${logicalId}: no network policy opens the collection ${name} to signed requests.`);
    return {
      id: names.collectionId(logicalId),
      name,
      arn: names.attribute(logicalId, 'Arn') ?? '',
      endpoint: names.attribute(logicalId, 'CollectionEndpoint') ?? '',
    };
  });
}

const securityPolicySchema = z.object({ Type: z.enum(['encryption', 'network']), Policy: z.string() });
const policyPropertiesIgnored = ['Description', 'Name'];
const collectionRules = z.array(
  z.strictObject({ ResourceType: z.enum(['collection', 'dashboard']), Resource: z.array(z.string()) }),
);
const encryptionPolicy = z.pipe(
  z.strictObject({ Rules: collectionRules, AWSOwnedKey: z.literal(true) }),
  z.transform(({ Rules }) => Rules),
);
const networkPolicy = z.pipe(
  z.array(
    z.strictObject({
      Description: z.optional(z.string()),
      Rules: collectionRules,
      AllowFromPublic: z.literal(true),
    }),
  ),
  z.transform((policies) => policies.flatMap(({ Rules }) => Rules)),
);

/** Returns a function that tells whether the security policies of a type cover the collection with a name. */
function coveredBy(
  reader: TemplateReader,
  type: 'encryption' | 'network',
  schema: z.ZodMiniType<z.output<typeof collectionRules>>,
): (name: string) => boolean {
  const covers = matcherOfAny(
    reader
      .read('AWS::OpenSearchServerless::SecurityPolicy', securityPolicySchema, policyPropertiesIgnored)
      .filter(({ properties }) => properties.Type === type)
      .flatMap(({ logicalId, properties }) => parsePolicy(schema, properties.Policy, logicalId))
      .filter(({ ResourceType }) => ResourceType === 'collection')
      .flatMap(({ Resource }) => Resource),
  );
  return (name) => covers(`collection/${name}`);
}

const accessPolicySchema = z.object({ Type: z.literal('data'), Policy: z.string() });
const accessPolicy = z.array(
  z.strictObject({
    Description: z.optional(z.string()),
    Rules: z.array(
      z.strictObject({
        ResourceType: z.enum(['collection', 'index']),
        Resource: z.array(z.string()),
        Permission: z.array(z.string()),
      }),
    ),
    Principal: z.array(z.string()),
  }),
);

/**
 * Reads the data access policies of OpenSearch Serverless. Returns a function that returns the statements about a role. Their resources are
 * names such as `index/<collection>/<index>`.
 */
export function readDataAccess(reader: TemplateReader): (roleArn: string) => Statement[] {
  const granted = reader
    .read('AWS::OpenSearchServerless::AccessPolicy', accessPolicySchema, policyPropertiesIgnored)
    .flatMap(({ logicalId, properties }) => parsePolicy(accessPolicy, properties.Policy, logicalId));
  return (roleArn) =>
    granted
      .filter(({ Principal: principals }) => principals.includes(roleArn))
      .flatMap(({ Rules: rules }) => rules)
      .map(({ Permission: actions, Resource: resources }) => ({
        effect: 'Allow',
        actions,
        resources,
        conditions: {},
      }));
}

function parsePolicy<S extends z.ZodMiniType>(schema: S, text: string, owner: string): z.output<S> {
  const parsed = z.safeParse(schema, JSON.parse(text));
  if (!parsed.success)
    throw new Error(
      `${owner} has a policy that the local host does not know: ${z.prettifyError(parsed.error)}`,
    );
  return parsed.data;
}
