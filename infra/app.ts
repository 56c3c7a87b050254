import { App } from 'aws-cdk-lib/core';
import { bundle } from './bundling/bundle.ts';
import { readSettings } from './stage/settings.ts';
import { synthesize } from './synthesize.ts';

/** `cdk` runs this file (cdk.json). Settings come from the command line's context: `npx cdk deploy -c stage=prod`. */
const commandLine = new App({ autoSynth: false, analyticsReporting: false });
const settings = readSettings((name) => commandLine.node.tryGetContext(name));
synthesize({ settings, bundles: await bundle(), validate: true });
