import { App, type AppProps } from 'aws-cdk-lib/core';
import type { CloudAssembly } from 'aws-cdk-lib/cx-api';
import recommendedFlags from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' };
import type { PlannedBundles } from './bundle.ts';
import type { StageSettings } from './settings.ts';
import { DocumentGovernanceStack } from './stack.ts';
import { stackNameOf } from './stackName.ts';

export interface SynthesizeOptions {
  readonly settings: StageSettings;
  readonly bundles: PlannedBundles;
  /**
   * Names the bundles in the template by their folders instead of by the hash of what is in them, which need not be there then. For a
   * template that nobody deploys. Default: false
   */
  readonly unhashed?: boolean;
  /** The folder of the cloud assembly. Default: the CDK command line's folder, else a temporary one */
  readonly outdir?: string;
  /**
   * Checks the template against CloudFormation's schemas and rules, and throws when it breaks them; takes about a second.
   * Default: false
   */
  readonly validate?: boolean;
  /** Looks at the constructs that the template was made of. Default: nobody does */
  inspect?(app: App): void;
}

/**
 * Makes the template of one stage, with its assets beside it. Needs no AWS account: the deployment, the local host
 * and the tests all use the template that comes from here.
 */
export function synthesize({
  settings,
  bundles,
  unhashed = false,
  outdir,
  validate,
  inspect,
}: SynthesizeOptions): CloudAssembly {
  const app = new App({
    ...appProps,
    builtinCloudFormationValidation: validate ?? false,
    ...(outdir !== undefined && { outdir }),
  });
  new DocumentGovernanceStack(app, stackNameOf(settings), { settings, bundles, unhashed });
  const assembly = app.synth();
  inspect?.(app);
  return assembly;
}

const appProps: AppProps = {
  // The command line would have an App synthesize once more when the process ends.
  autoSynth: false,
  analyticsReporting: false,
  treeMetadata: false,
  context: {
    ...recommendedFlags,
    // The CDK command line adds these: the template is the same with and without it.
    'aws:cdk:enable-path-metadata': true,
    'aws:cdk:enable-asset-metadata': true,
    // Noting where each construct was created takes a third of synthesis, and nothing reads it.
    'aws:cdk:disable-stack-trace': true,
  },
};
