import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bundles, findServedRoutes } from '../../infra/bundle.ts';
import type { FunctionName } from '../../infra/functions/manifest.ts';
import { otherFunctions } from '../../infra/functions/others.ts';
import type { FunctionSpec } from '../../infra/functions/spec.ts';
import { routes } from '../../infra/routes.ts';
import type { StageSettings } from '../../infra/settings.ts';
import { type SynthesizeOptions, synthesize } from '../../infra/synthesize.ts';

/** A template's resource. */
export interface Resource {
  readonly Type: string;
  readonly Properties: Readonly<Record<string, unknown>>;
  readonly DeletionPolicy?: string;
  readonly DependsOn?: readonly string[];
  readonly Metadata: { readonly 'aws:cdk:path': string };
}

export interface Synthesized {
  /** All of it, as it is deployed. */
  readonly template: object;
  readonly outputs: Readonly<Record<string, { readonly Value: unknown }>>;
  readonly resources: ReadonlyMap<string, Resource>;
  /** The properties of all resources of a type, by logical id. */
  readonly of: (type: string) => ReadonlyMap<string, Resource['Properties']>;
}

export const served = await findServedRoutes();

/** Every function of the stack. */
export const specs: ReadonlyMap<FunctionName, FunctionSpec> = new Map(
  Object.entries({
    ...Object.fromEntries(served.map((id) => [id, routes.get(id)?.spec])),
    ...otherFunctions,
  }) as [FunctionName, FunctionSpec][],
);

const defaults: StageSettings = {
  stage: 'test',
  baseUrl: null,
  closeExecuteApi: false,
  retainData: false,
  alarmEmail: null,
  rateLimitRequests: 1000,
  rateLimitCreates: 100,
  longestKeyLifeDays: null,
  quotas: {
    documents: 1,
    storedBytes: 2,
    personalDocuments: 3,
    personalStoredBytes: 4,
    organizations: 5,
  },
  maxFileBytes: 6,
  staffEmailDomains: [],
  corsOrigins: [],
  webhookAllowPrivateTargets: false,
  trustedFront: null,
  wafRequestsPerFiveMinutes: null,
  reservedWorkerConcurrency: false,
  traceSampling: 0.05,
  logLevel: 'info',
  platformLogs: false,
  fileAccessLogs: false,
  identityProvider: null,
};

/** The template of a stage with every function there is. Their code is left out: the template does not depend on it. */
export function synthesizeStage(
  settings: Partial<StageSettings> = {},
  options: Pick<SynthesizeOptions, 'validate' | 'inspect'> = {},
): Synthesized {
  const directory = mkdtempSync(join(tmpdir(), 'infra-test-'));
  try {
    const assembly = synthesize({
      settings: { ...defaults, ...settings },
      bundles: emptyBundles(join(directory, 'code')),
      outdir: join(directory, 'assembly'),
      ...options,
    });
    const template = assembly.getStackByName(
      `DocumentGovernance-${settings.stage ?? defaults.stage}`,
    ).template;
    const resources = new Map<string, Resource>(Object.entries(template.Resources));
    return {
      template,
      outputs: template.Outputs,
      resources,
      of: (type) =>
        new Map(
          [...resources]
            .filter(([, { Type }]) => Type === type)
            .map(([id, { Properties }]) => [id, Properties]),
        ),
    };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function emptyBundles(code: string): Bundles {
  mkdirSync(code);
  writeFileSync(join(code, 'index.cjs'), '');
  return {
    directories: new Map([...specs.keys()].map((name) => [name, code])),
    served,
    metafile: { inputs: {}, outputs: {} },
  };
}

/** The function that a construct path such as `Stack/Api/getDocument/Role` belongs to; undefined for none. */
export function functionOf(resource: Resource | undefined): FunctionName | undefined {
  const names = resource?.Metadata['aws:cdk:path'].split('/').map(lowerFirst) ?? [];
  return [...specs.keys()].find((name) => names.includes(name) || names.includes(`${name}Function`));
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** The settings of a stage with every part that settings can add. */
export const everything = {
  stage: 'prod',
  retainData: true,
  alarmEmail: 'operations@example.com',
  fileAccessLogs: true,
  wafRequestsPerFiveMinutes: 20_000,
  reservedWorkerConcurrency: true,
} as const satisfies Partial<StageSettings>;
