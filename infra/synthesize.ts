import { App, type AppProps, Tags } from 'aws-cdk-lib/core';
import type { CloudAssembly } from 'aws-cdk-lib/cx-api';
import recommendedFlags from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' };
import { release as releaseOfCode } from '../shared/contract/release.ts';
import { routes as contractRoutes, type Routes } from './api/routes.ts';
import type { PlannedBundles } from './bundling/bundle.ts';
import { DocumentGovernanceStack } from './stack.ts';
import type { StageSettings } from './stage/settings.ts';
import { stackNameOf } from './stage/stackName.ts';

export interface SynthesizeOptions {
  readonly settings: StageSettings;
  readonly bundles: PlannedBundles;
  /**
   * Names the bundles in the template by their folders instead of by a hash, so that the folders may be empty. For templates that
   * are not deployed. Default: false
   */
  readonly unhashed?: boolean;
  /** The release of the code, with its commit if that is known. Default: the release alone */
  readonly release?: string;
  /** Default: the routes of the contract */
  readonly routes?: Routes;
  /** The folder of the cloud assembly. Default: the CDK command line's folder, else a temporary one */
  readonly outdir?: string;
  /**
   * Checks the template against CloudFormation's schemas and rules, and throws when it breaks them; takes about a second.
   * Default: false
   */
  readonly validate?: boolean;
  /** Receives the construct tree of the template. Default: none */
  inspect?(app: App): void;
}

/**
 * Creates the template of one stage with its assets. Needs no AWS account. The deployment, the local host and the tests all use
 * this template.
 */
export function synthesize({
  settings,
  bundles,
  unhashed = false,
  release = releaseOfCode,
  routes = contractRoutes,
  outdir,
  validate,
  inspect,
}: SynthesizeOptions): CloudAssembly {
  const app = new App({
    ...appProps,
    builtinCloudFormationValidation: validate ?? false,
    ...(outdir !== undefined && { outdir }),
  });
  const stack = new DocumentGovernanceStack(app, stackNameOf(settings), {
    settings,
    bundles,
    unhashed,
    routes,
    release,
  });
  for (const [key, value] of Object.entries(settings.tags)) Tags.of(stack).add(key, value);
  const assembly = app.synth();
  inspect?.(app);
  return assembly;
}

const appProps: AppProps = {
  // Otherwise the CDK command line makes the App synthesize again when the process ends.
  autoSynth: false,
  analyticsReporting: false,
  treeMetadata: false,
  context: {
    ...recommendedFlags,
    // The CDK command line sets these too, so the template is the same with and without it.
    'aws:cdk:enable-path-metadata': true,
    'aws:cdk:enable-asset-metadata': true,
    // Recording stack traces takes a third of the synthesis, and nothing reads them.
    'aws:cdk:disable-stack-trace': true,
    'aws:cdk:disable-creation-stack-traces': true,
    // With it, twenty tags make a template larger than CloudFormation allows.
    '@aws-cdk/core:suppressTemplateIndentation': true,
  },
};
