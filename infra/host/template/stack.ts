import { readAlarms, readCompositeAlarms, readLogMetrics } from './alarms.ts';
import { readApi } from './api.ts';
import { readAssembly } from './assembly.ts';
import { readCollections, readDataAccess } from './collections.ts';
import { type References, resolveIntrinsics } from './intrinsics.ts';
import { Invokers } from './invokers.ts';
import { LocalNames, type NamingOptions } from './localNames.ts';
import { hostedTypes, ignoredTypes } from './resourceTypes.ts';
import { readResourcePolicies, readRoles } from './roles.ts';
import { readBuckets, readKeys, readQueues, readTables } from './stores.ts';
import type { Template } from './template.ts';
import { TemplateReader } from './templateReader.ts';
import { readEventRules, readEventSources, readFunctions, readSchedules } from './workers.ts';

export interface StackOptions extends Omit<NamingOptions, 'stackName'> {
  /** Values for variables of the functions, in place of the values in the template. Default: none */
  readonly variables?: Readonly<Record<string, string>> | undefined;
}

/** The stack as this machine hosts it: names, ARNs and URLs are resolved, and only hosted resources remain. */
export type StackDefinition = ReturnType<typeof readStack>;

/** Reads the stack of a cloud assembly for this machine. Throws if there is a resource that the host neither hosts nor ignores. */
export function readStack(assemblyDirectory: string, options: StackOptions) {
  const { stackName, template, assetDirectories } = readAssembly(assemblyDirectory);
  const known = new Set<string>([...hostedTypes, ...ignoredTypes]);
  for (const [logicalId, { Type: type }] of Object.entries(template.Resources))
    if (!known.has(type))
      throw new Error(
        `The local host does not know ${type} (${logicalId}): host it, or list it in infra/host/template/resourceTypes.ts.`,
      );

  const names = new LocalNames(template, { stackName, ...options });
  const reader = new TemplateReader(template, names);
  const functions = readFunctions(reader, assetDirectories, options.variables);
  const functionIdOf = (arn: string): string => {
    const target = functions.find((definition) => arn === definition.arn);
    if (!target) throw new Error(`The template invokes ${arn}, which is not one of its functions.`);
    return target.logicalId;
  };
  const queues = readQueues(reader);
  const invokers = new Invokers(reader);
  const dataAccessOf = readDataAccess(reader);
  return {
    name: stackName,
    region: options.region,
    functions,
    roles: readRoles(reader, new Set(functions.map(({ roleArn }) => roleArn))).map((role) => ({
      ...role,
      /** What data access policies of OpenSearch Serverless allow. */
      dataAccess: dataAccessOf(role.arn),
    })),
    resourcePolicies: readResourcePolicies(reader),
    tables: readTables(reader),
    buckets: readBuckets(reader),
    keys: readKeys(reader),
    collections: readCollections(reader),
    queues,
    eventSources: readEventSources(reader, queues, functionIdOf),
    eventRules: readEventRules(reader, queues),
    schedules: readSchedules(reader, functionIdOf, invokers),
    alarms: readAlarms(reader),
    compositeAlarms: readCompositeAlarms(reader),
    logMetrics: readLogMetrics(reader),
    api: readApi(reader, functionIdOf, invokers),
    outputs: readOutputs(template, names),
  };
}

/** Lists the routes and schedules of a stack that have no permission to invoke their function. */
export const closedToServices = ({
  api,
  schedules,
}: Pick<StackDefinition, 'api' | 'schedules'>): string[] => [
  ...(api?.routes ?? [])
    .filter(
      ({ integration, authorizer }) =>
        (integration.type === 'AWS_PROXY' && !integration.mayBeInvoked) || authorizer?.mayBeInvoked === false,
    )
    .map(({ method, path }) => `${method} ${path}`),
  ...schedules.filter(({ mayBeInvoked }) => !mayBeInvoked).map(({ logicalId }) => logicalId),
];

/** Leaves out outputs about resources that are not hosted, such as topics. */
function readOutputs(
  { Outputs: outputs = {}, Resources }: Template,
  names: LocalNames,
): Record<string, string> {
  const isThere = (name: string): boolean => !ignoredTypes.includes(Resources[name]?.Type ?? '');
  const references: References = {
    ref: (name) => (isThere(name) ? names.ref(name) : undefined),
    attribute: (name, attribute) => (isThere(name) ? names.attribute(name, attribute) : undefined),
  };
  const localValue = (expression: unknown): unknown => {
    try {
      return resolveIntrinsics(expression, references);
    } catch {
      return undefined;
    }
  };
  return Object.fromEntries(
    Object.entries(outputs).flatMap(([key, { Value }]) => {
      const value = localValue(Value);
      return typeof value === 'string' ? [[key, names.withOwnAddress(value)]] : [];
    }),
  );
}
