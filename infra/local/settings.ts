import { environmentNames } from '../../shared/environment.ts';
import type { GrantOptions } from '../host/stores.ts';
import { readSettings, type StageSettings } from '../settings.ts';
import { localStaffDomain } from './people.ts';

/** Settings of the local stage by their names in CDK's context. */
const given: Readonly<Record<string, unknown>> = {
  stage: 'local',
  staffEmailDomains: localStaffDomain,
  // A receiver that is being tried out runs on this machine as well.
  webhookAllowPrivateTargets: true,
  corsOrigins: process.env.CORS_ORIGINS || undefined,
};

/** The local stage is synthesized with these. */
export const localSettings: StageSettings = readSettings((name) => given[name]);

/** Returns what tests of grants ask of a start. */
export const readGrantOptions = (env: NodeJS.ProcessEnv = process.env): GrantOptions => ({
  usedGrantsFile: env.USED_GRANTS_FILE,
  withheldGrant: env.WITHHELD_GRANT,
});

/**
 * Returns the variables that one start gives the functions in place of those they were synthesized with: the same assembly
 * does for all starts. Throws, naming the setting that is wrong.
 */
export function readVariables(env: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const { rateLimitRequests, rateLimitCreates, maxFileBytes, webhookAllowPrivateTargets } = environmentNames;
  const context: Readonly<Record<string, unknown>> = {
    ...given,
    rateLimitRequests: env[rateLimitRequests],
    rateLimitCreates: env[rateLimitCreates],
    maxFileBytes: env[maxFileBytes],
    webhookAllowPrivateTargets: env[webhookAllowPrivateTargets] ?? given.webhookAllowPrivateTargets,
  };
  const settings = readSettings((name) => context[name]);
  return {
    [rateLimitRequests]: String(settings.rateLimitRequests),
    [rateLimitCreates]: String(settings.rateLimitCreates),
    [maxFileBytes]: String(settings.maxFileBytes),
    [webhookAllowPrivateTargets]: String(settings.webhookAllowPrivateTargets),
  };
}
