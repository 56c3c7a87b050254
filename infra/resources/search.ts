import type * as iam from 'aws-cdk-lib/aws-iam';
import * as opensearch from 'aws-cdk-lib/aws-opensearchserverless';
import { Fn, Lazy, type NestedStack, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { indexName } from '../../shared/search/entries.ts';
import type { StageSettings } from '../stage/settings.ts';

/** The most capacity for searches, and for writing, in OCUs. Amazon OpenSearch Serverless uses and bills less while there is less to do. */
const mostCapacity = 8;

/** What a function may do in the index (Amazon OpenSearch Service, "Supported OpenSearch API operations and permissions"). */
const reading = ['aoss:ReadDocument'];
const writing = ['aoss:CreateIndex', 'aoss:WriteDocument'];

/** The collections of the search engine. A stage without search has none. */
export class Collections {
  readonly arns: readonly string[];
  /** The URLs of the collections, separated by commas. The first one is searched, and all are written. */
  readonly endpoints: string;
  readonly #readers: string[] = [];
  readonly #writers: string[] = [];

  /**
   * Creates the collections in the nested stack. The policy that names the roles is in the root stack, because roles in other nested stacks
   * name the collections.
   */
  constructor(root: Construct, nested: NestedStack, settings: StageSettings) {
    const made = settings.search === 'none' ? [] : makeCollections(nested, settings);
    this.arns = made.map(({ attrArn }) => attrArn);
    this.endpoints =
      made.length === 0
        ? ''
        : Fn.join(
            ',',
            made.map(({ attrCollectionEndpoint }) => attrCollectionEndpoint),
          );
    if (made.length > 0)
      this.#makeAccess(
        root,
        made.map(({ name }) => name),
        settings,
      );
  }

  /** Lets the role of a function search, or write the index. */
  allow(role: iam.IRole, { searches, indexes }: { readonly searches?: true; readonly indexes?: true }): void {
    if (searches) this.#readers.push(role.roleArn);
    if (indexes) this.#writers.push(role.roleArn);
  }

  #makeAccess(root: Construct, names: readonly string[], settings: StageSettings): void {
    const statement = (Description: string, Permission: readonly string[], Principal: () => string[]) => ({
      Description,
      Rules: [
        { ResourceType: 'index', Resource: names.map((name) => `index/${name}/${indexName}`), Permission },
      ],
      // The roles are known after all functions have been created.
      Principal: Lazy.list({ produce: Principal }),
    });
    new opensearch.CfnAccessPolicy(root, 'SearchAccess', {
      name: ownName(settings),
      type: 'data',
      description: 'Lets functions and operators search, and the worker write',
      policy: Stack.of(root).toJsonString([
        statement('search', reading, () => [...this.#readers, ...settings.searchOperators]),
        statement('write', writing, () => this.#writers),
      ]),
    });
  }
}

/** Names of collections have at most 28 characters, names of groups and policies 32, and a stage has up to 20. */
const ownName = ({ stage }: Pick<StageSettings, 'stage'>): string => `docs-${stage}`;

function makeCollections(stack: NestedStack, settings: StageSettings): opensearch.CfnCollection[] {
  const name = ownName(settings);
  const names = settings.searchCollections.map((one) => [one, `${name}-${one}`] as const);
  const Rules = [{ ResourceType: 'collection', Resource: names.map(([, full]) => `collection/${full}`) }];
  const policies = [
    new opensearch.CfnSecurityPolicy(stack, 'Encryption', {
      name,
      type: 'encryption',
      policy: JSON.stringify({ Rules, AWSOwnedKey: true }),
    }),
    // The functions are in no VPC. Requests need the signature of a role that the data access policy names.
    new opensearch.CfnSecurityPolicy(stack, 'Network', {
      name,
      type: 'network',
      policy: JSON.stringify([{ Rules, AllowFromPublic: true }]),
    }),
  ];
  // Collections of this generation scale to zero after ten minutes without requests (Amazon OpenSearch Service, "Scale to zero").
  const group = new opensearch.CfnCollectionGroup(stack, 'Group', {
    name,
    generation: 'NEXTGEN',
    standbyReplicas,
    capacityLimits: {
      minIndexingCapacityInOcu: 0,
      minSearchCapacityInOcu: 0,
      maxIndexingCapacityInOcu: mostCapacity,
      maxSearchCapacityInOcu: mostCapacity,
    },
  });
  return names.map(([one, full]) => {
    const collection = new opensearch.CfnCollection(stack, `Collection${one.toUpperCase()}`, {
      name: full,
      type: 'SEARCH',
      collectionGroupName: group.name,
      standbyReplicas,
    });
    collection.node.addDependency(...policies, group);
    return collection;
  });
}

/** The replicas in a second zone scale to zero too. */
const standbyReplicas = 'ENABLED';
