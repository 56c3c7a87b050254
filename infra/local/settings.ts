import type { ReadLagOptions } from 'assembly-host/dynamodb/readLag';
import { StartupError } from 'assembly-host/startupError';
import type { GrantOptions } from 'assembly-host/stores';
import { environmentNames } from '../../shared/runtime/environment.ts';
import { fromTexts, readSettings, type StageSettings } from '../stage/settings.ts';
import { SettingsError } from '../stage/settingsError.ts';
import { localStaffDomain } from './people.ts';
import { labels, type SamplePolicy, samplePolicies } from './samplePolicies.ts';

type Context = Readonly<Record<string, unknown>>;

/** Returns settings of the local stage by their names, as texts. */
const given = (env: NodeJS.ProcessEnv): Context => ({
  stage: 'local',
  retainData: false,
  loseDataOf: 'local',
  staffEmailDomains: localStaffDomain,
  search: 'opensearch',
  mailFrom: 'documents@mail.example',
  // A webhook receiver under test runs on this machine too, so its address is private.
  webhookAllowPrivateTargets: true,
  corsOrigins: env[environmentNames.corsOrigins] || undefined,
  operatorName: env[environmentNames.operatorName] || undefined,
  helpUrl: env[environmentNames.helpUrl] || undefined,
  privacyUrl: env[environmentNames.privacyUrl] || undefined,
  imprintUrl: env[environmentNames.imprintUrl] || undefined,
  sessionHours: env[environmentNames.sessionHours] || undefined,
  sessionIdleHours: env[environmentNames.sessionIdleHours] || undefined,
});

/** Returns the settings with which the local stage is synthesized. Throws a StartupError as `readVariables` does. */
export const localSettings = (): StageSettings => settingsOf(given(process.env));

/** Returns the options that tests of grants set for a start. */
export const readGrantOptions = (env: NodeJS.ProcessEnv = process.env): GrantOptions => ({
  usedGrantsFile: env.USED_GRANTS_FILE,
  withheldGrant: env.WITHHELD_GRANT,
});

/** Returns the policies that a new stage begins with; `SAMPLE_POLICIES=labels`: without rules, for tests. Throws a StartupError. */
export function readSamplePolicies(env: NodeJS.ProcessEnv = process.env): readonly SamplePolicy[] {
  const { SAMPLE_POLICIES: chosen = 'rules' } = env;
  if (chosen !== 'rules' && chosen !== 'labels')
    throw new StartupError(`SAMPLE_POLICIES must be rules or labels, not ${JSON.stringify(chosen)}.`);
  return chosen === 'rules' ? samplePolicies : labels;
}

/** Returns how stale eventually consistent reads may be; undefined: not at all. Throws a StartupError. */
export function readLagOptions(env: NodeJS.ProcessEnv = process.env): ReadLagOptions | undefined {
  const maxMilliseconds = wholeNumber('READ_LAG_MILLISECONDS', env);
  return maxMilliseconds === 0 ? undefined : { maxMilliseconds, seed: wholeNumber('READ_LAG_SEED', env) };
}

function wholeNumber(name: string, env: NodeJS.ProcessEnv): number {
  const value = Number(env[name] ?? 0);
  if (!Number.isSafeInteger(value) || value < 0)
    throw new StartupError(`${name} must be a whole number, not ${JSON.stringify(env[name])}.`);
  return value;
}

/**
 * Returns the variables with the settings of this start. They override the variables of the assembly, so that starts with different
 * settings can share one assembly. Throws a StartupError that names the wrong variable.
 */
export function readVariables(env: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const byDefault = given(env);
  const settings = settingsOf({
    ...byDefault,
    ...Object.fromEntries(
      startVariables.map((name) => [name, env[environmentNames[name]] ?? byDefault[name]]),
    ),
  });
  return {
    ...Object.fromEntries(
      startVariables.map((name) => [environmentNames[name], String(settings[name] ?? '')]),
    ),
    ...(isSearchOff(env) && { [environmentNames.searchEndpoints]: '' }),
  };
}

/** The assembly has a collection, so that starts with and without search share it. Throws a StartupError. */
export function isSearchOff({ SEARCH: chosen = 'opensearch' }: NodeJS.ProcessEnv = process.env): boolean {
  if (chosen !== 'opensearch' && chosen !== 'none')
    throw new StartupError(`SEARCH must be opensearch or none, not ${JSON.stringify(chosen)}.`);
  return chosen === 'none';
}

/** The settings that each start can choose. */
const startVariables = [
  'rateLimitRequests',
  'rateLimitCreates',
  'rateLimitSearches',
  'rateLimitPersonFactor',
  'rateLimitOrganizationFactor',
  'maxFileBytes',
  'webhookAllowPrivateTargets',
  'mailFrom',
] as const satisfies readonly (keyof StageSettings & keyof typeof environmentNames)[];

/** The variable of each setting. Messages name the variable, because users of the local stage set variables. */
const variables: Readonly<Record<string, string>> = environmentNames;

function settingsOf(context: Context): StageSettings {
  try {
    return readSettings(fromTexts(context));
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const message = error.message.replace(/^\w+/, (name) => variables[name] ?? name);
    throw new StartupError(`${message}.`, { cause: error });
  }
}
