import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readAssembly } from 'assembly-host/template/assembly';
import { routes } from '../../infra/api/routes.ts';
import { type Bundles, findServedRoutes } from '../../infra/bundling/bundle.ts';
import type { FunctionName } from '../../infra/functions/manifest.ts';
import { otherFunctions } from '../../infra/functions/others.ts';
import type { FunctionSpec } from '../../infra/functions/spec.ts';
import { type UserPoolFunctionName, userPoolFunctions } from '../../infra/functions/userPool.ts';
import { readSettings, type StageSettings } from '../../infra/stage/settings.ts';
import { type SynthesizeOptions, synthesize } from '../../infra/synthesize.ts';
import { capitalized, type QueueName, type QueueRow, queues } from '../../shared/runtime/stores.ts';

/** A resource of a template. */
export interface Resource {
  readonly Type: string;
  readonly Properties: Readonly<Record<string, unknown>>;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
  readonly DependsOn?: readonly string[];
  readonly Metadata: { readonly 'aws:cdk:path': string };
}

/** A template as it is deployed. */
export interface Template {
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Parameters?: object;
  readonly Outputs?: object;
}

export interface Synthesized {
  /** The deployed templates of the stack and its nested stacks, by file name. */
  readonly templates: ReadonlyMap<string, Template>;
  /** The resources of all templates, as if they were in one template: references from one template to another are resolved. */
  readonly resources: ReadonlyMap<string, Resource>;
  readonly outputs: Readonly<Record<string, { readonly Value: unknown }>>;
  /** The properties of all resources of a type, by logical id. */
  readonly of: (type: string) => ReadonlyMap<string, Resource['Properties']>;
  /** The properties of the one resource of a type. Throws when there are others. */
  readonly only: (type: string) => Resource['Properties'] | undefined;
  /** The properties of all functions, by name. */
  readonly functions: ReadonlyMap<FunctionName | undefined, Resource['Properties']>;
  /** The environment variables of all functions, by name. */
  readonly variables: ReadonlyMap<FunctionName | undefined, Readonly<Record<string, unknown>>>;
  /** The path of a resource's construct in the stack, such as `Data/Table`. */
  readonly pathOf: (logicalId: string) => string | undefined;
}

export const served = await findServedRoutes();

/** Every function of the stack, without those of its user pool, which use no store. */
export const specs: ReadonlyMap<FunctionName, FunctionSpec> = new Map(
  Object.entries({
    ...Object.fromEntries(served.map((id) => [id, routes.get(id)?.spec])),
    ...otherFunctions,
  }) as [FunctionName, FunctionSpec][],
);

const defaults: StageSettings = {
  ...readSettings({}),
  stage: 'test',
  quotas: {
    documents: 1,
    storedBytes: 2,
    personalDocuments: 3,
    personalStoredBytes: 4,
    organizations: 5,
  },
  maxFileBytes: 6,
};

type Options = Pick<SynthesizeOptions, 'validate' | 'inspect' | 'routes'>;

/** Templates by their settings. Files in the same worker share them, because each takes most of a second. */
const synthesized = new Map<string, Synthesized>();

/** The template of a stage with every function. The template does not depend on the code of the functions, so the code is left out. */
export function synthesizeStage(settings: Partial<StageSettings> = {}, options?: Options): Synthesized {
  if (options) return synthesizeAnew(settings, options);
  const key = JSON.stringify({ ...defaults, ...settings });
  const stage = synthesized.get(key) ?? synthesizeAnew(settings, {});
  synthesized.set(key, stage);
  return stage;
}

function synthesizeAnew(settings: Partial<StageSettings>, options: Options): Synthesized {
  const directory = mkdtempSync(join(tmpdir(), 'infra-test-'));
  try {
    const assembly = synthesize({
      settings: { ...defaults, ...settings },
      bundles: emptyBundles(join(directory, 'code')),
      outdir: join(directory, 'assembly'),
      ...options,
    });
    const { template } = readAssembly(assembly.directory);
    const resources = new Map(Object.entries(template.Resources) as unknown as [string, Resource][]);
    const of = (type: string) =>
      new Map(
        [...resources]
          .filter(([, { Type }]) => Type === type)
          .map(([id, { Properties }]) => [id, Properties]),
      );
    const functions = new Map(
      [...of('AWS::Lambda::Function')].map(([id, properties]) => [functionOf(resources.get(id)), properties]),
    );
    return {
      templates: templatesIn(assembly.directory),
      resources,
      outputs: template.Outputs ?? {},
      of,
      only: (type) => {
        const [properties, ...others] = of(type).values();
        if (others.length > 0) throw new Error(`There are several ${type}`);
        return properties;
      },
      functions,
      variables: new Map(
        [...functions].map(([name, { Environment }]) => [name, Object(Environment).Variables ?? {}]),
      ),
      pathOf: (id) =>
        resources
          .get(id)
          ?.Metadata['aws:cdk:path'].replace(/^[^/]+\//, '')
          .replace(/\/Resource$/, ''),
    };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

const templatesIn = (directory: string): Map<string, Template> =>
  new Map(
    readdirSync(directory)
      .filter((name) => name.endsWith('.template.json'))
      .map((name) => [name, JSON.parse(readFileSync(join(directory, name), 'utf8'))]),
  );

function emptyBundles(code: string): Bundles {
  mkdirSync(code);
  writeFileSync(join(code, 'index.cjs'), '');
  return {
    directories: new Map([...specs.keys(), ...userPoolNames].map((name) => [name, code])),
    served,
    metafile: { inputs: {}, outputs: {} },
  };
}

/** The function of a construct path such as `Stack/Api/getDocument/Role`; undefined if there is none. */
export function functionOf(resource: Resource | undefined): FunctionName | undefined {
  // The first two names are those of stacks, or of a part of the root stack. The stack of search has the name of a function.
  const names = resource?.Metadata['aws:cdk:path'].split('/').slice(2).map(lowerFirst) ?? [];
  return [...specs.keys(), ...userPoolNames].find(
    (name) => names.includes(name) || names.includes(`${name}Function`),
  );
}

/** The functions of the stack's own user pool. */
export const userPoolNames = Object.keys(userPoolFunctions) as UserPoolFunctionName[];

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Returns the path of a queue's construct. Some queues are in nested stacks. */
export const queuePath = (name: QueueName): string => {
  const row: QueueRow = queues[name];
  return `${row.stack ? `${row.stack}/` : ''}Queues/${capitalized(name)}`;
};

/** The settings of a stage with everything that settings can add. */
export const everything = {
  stage: 'prod',
  retainData: true,
  alarmEmail: 'operations@example.com',
  monthlyBudgetDollars: 100,
  mailFrom: 'documents@example.com',
  search: 'opensearch',
  searchCollections: ['a', 'b'],
  fileAccessLogs: true,
  wafRequestsPerFiveMinutes: 20_000,
  wafManagedRules: 'block',
  reservedWorkerConcurrency: true,
  domain: { name: 'docs.example.com', certificateArn: null, hostedZoneId: 'Z0123456789ABC' },
} as const satisfies Partial<StageSettings>;

/** The settings of a stage with an identity provider. */
export const provided = {
  alarmEmail: 'operations@example.com',
  mailFrom: 'documents@example.com',
  identityProvider: {
    issuer: 'https://login.example.com/tenant',
    clientId: 'documents',
    clientSecretParameter: '/documents/oidc-secret',
  },
  search: 'opensearch',
} as const satisfies Partial<StageSettings>;

/** The settings of the stage with the most resources. */
export const largest = { ...everything, corsOrigins: ['https://app.example.com'] };
