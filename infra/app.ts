import { App } from 'aws-cdk-lib/core';
import { bundle } from './bundling/bundle.ts';
import { lostWithStack } from './resources/retention.ts';
import { releaseName } from './stage/releaseName.ts';
import type { StageSettings } from './stage/settings.ts';
import { SettingsError } from './stage/settingsError.ts';
import { unlistedStaff } from './stage/staff.ts';
import { readStage } from './stage/stageFile.ts';
import { synthesize } from './synthesize.ts';

/** `cdk` runs this file in the folder of cdk.json, which names the file. `-c stage=prod` names the stage. */
const settings = readCheckedSettings();
if (settings === null) process.exitCode = 1;
else {
  say(unlistedStaff(settings));
  synthesize({
    settings,
    bundles: await bundle(),
    release: releaseName(),
    validate: true,
    inspect: (app) => say(lostWithStack(app)),
  });
}

function say(sentence: string | null): void {
  if (sentence !== null) process.stderr.write(`${sentence}\n`);
}

/** Returns the stage's settings. If a setting is wrong, prints a sentence about the setting and returns null. */
function readCheckedSettings(): StageSettings | null {
  const commandLine = new App({ autoSynth: false, analyticsReporting: false });
  try {
    const { settings, note } = readStage({
      context: commandLine.node.getAllContext(),
      directory: process.cwd(),
    });
    say(note);
    return settings;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}.\n`);
    return null;
  }
}
