import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  assertSettingName,
  fromTexts,
  readSettings,
  type StageSettings,
  stageByDefault,
} from './settings.ts';
import { SettingsError } from './settingsError.ts';
import { isStageName } from './stackName.ts';

type Values = Readonly<Record<string, unknown>>;

export interface Sources {
  /** The context from the CDK's command line. The CDK has merged the context of `-c`, of cdk.json and of the CDK's other files. */
  readonly context: Values;
  /** The folder with cdk.json and with the stages' files in `infra/stages`. */
  readonly directory: string;
}

export interface Stage {
  readonly settings: StageSettings;
  /** A line that says where the settings come from; null when the stage's file has all of them. */
  readonly note: string | null;
}

/** Reads and checks the settings of the stage that the context names. Throws a SettingsError. */
export function readStage({ context, directory }: Sources): Stage {
  const { stage = stageByDefault, override = [], ...others } = context;
  if (!isStageName(stage)) readSettings({ stage });
  const given = Object.fromEntries(Object.entries(others).filter(([name]) => !isOfTheCdk(name)));
  for (const name of Object.keys(given)) assertSettingName(name);
  const file = `infra/stages/${stage}.json`;
  const values = readStageFile(join(directory, file), file);
  if (values === null) {
    const names = Object.keys(given);
    const others = names.length === 0 ? '' : `, except ${names.join(', ')} from -c or cdk.json`;
    return {
      settings: readSettings({ stage, ...fromTexts(given) }),
      note: `The stage ${stage} has no file ${file}, so it has the default settings${others}.`,
    };
  }
  const { stage: own = stage, ...fromFile } = values;
  if (own !== stage) throw new SettingsError(`${file}: stage must be ${stage}, as the file is named`);
  const overridden = overriddenBy(override, given);
  const replaced = replacedByFile({ given, overridden, file, directory });
  const names = Object.keys(overridden);
  const source = names.length === 0 ? file : `${file}, with ${names.join(', ')} from -c`;
  const note = [
    ...(names.length === 0 ? [] : [`The settings are those of ${source}.`]),
    ...(replaced.length === 0 ? [] : [`${file} takes precedence over cdk.json: ${replaced.join(', ')}.`]),
  ];
  try {
    return {
      settings: readSettings({ stage, ...fromFile, ...fromTexts(overridden) }),
      note: note.join(' ') || null,
    };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new SettingsError(`${source}: ${error.message}`);
  }
}

/**
 * Returns whether a name belongs to the CDK. Such names have colons or begin with @, such as `aws-cdk:enableDiffNoFail`, except the names
 * that are listed here.
 */
const isOfTheCdk = (name: string): boolean =>
  name.includes(':') ||
  name.startsWith('@') ||
  ['acknowledged-issue-numbers', 'assets-ecr-repository-name', 'cdk-migrate', 'cli-telemetry'].includes(name);

/** Returns the values of a stage's file; null when there is none. */
function readStageFile(path: string, file: string): Values | null {
  if (!existsSync(path)) return null;
  const text = readFileSync(path, 'utf8');
  const values = parse(text, file);
  // If a file has a name twice, JSON.parse takes the last value. A line that an operator adds above the old line would have no effect.
  const twice = nameGivenTwice(text);
  if (twice !== undefined) throw new SettingsError(`${file}: ${JSON.parse(twice)} is there twice`);
  return values;
}

/** Returns a name, in its quotes, that an object of a JSON text has twice. A tag may have the name of a setting. */
function nameGivenTwice(text: string): string | undefined {
  const objects: Set<string>[] = [];
  for (const [token, name, colon] of text.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|[{}]/g)) {
    if (token === '{') objects.push(new Set());
    else if (token === '}') objects.pop();
    else if (name !== undefined && colon !== undefined) {
      const names = objects.at(-1);
      if (names?.has(name)) return name;
      names?.add(name);
    }
  }
  return undefined;
}

function parse(text: string, file: string): Values {
  try {
    const values: unknown = JSON.parse(text);
    if (typeof values === 'object' && values !== null && !Array.isArray(values)) return values as Values;
  } catch (error) {
    throw new SettingsError(`${file} is not JSON: ${error instanceof Error ? error.message : error}`);
  }
  throw new SettingsError(`${file} must be a JSON object of settings and their values`);
}

/** Returns the values that `-c override=<name>,<name>` names. */
function overriddenBy(override: unknown, given: Values): Values {
  const names: unknown[] = Array.isArray(override) ? override : String(override).split(',');
  return Object.fromEntries(
    names.map(String).map((name) => {
      assertSettingName(name);
      if (!Object.hasOwn(given, name))
        throw new SettingsError(`override names ${name}, which has no value: add -c ${name}=...`);
      return [name, given[name]];
    }),
  );
}

interface Given {
  readonly given: Values;
  readonly overridden: Values;
  readonly file: string;
  readonly directory: string;
}

/**
 * Returns the names of the settings in cdk.json whose values the stage's file replaces. Throws a SettingsError when `-c` gives a setting
 * that `override` does not name.
 */
function replacedByFile({ given, overridden, file, directory }: Given): string[] {
  const files = contextOfFiles(directory);
  const others = Object.keys(given).filter((name) => !Object.hasOwn(overridden, name));
  const fromCommandLine = others.filter((name) => !isDeepStrictEqual(files[name], given[name]));
  if (fromCommandLine.length > 0) {
    const all = [...Object.keys(overridden), ...fromCommandLine].join(',');
    throw new SettingsError(
      `${fromCommandLine.join(', ')} of -c would be gone at the next deployment: write it into ${file}, or add -c override=${all}`,
    );
  }
  return others;
}

/**
 * Returns the context of files. The CDK merges the context of these files with that of `-c`, and does not say where a value comes from.
 */
function contextOfFiles(directory: string): Values {
  const contextIn = (path: string): Values =>
    existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')).context ?? {}) : {};
  return { ...contextIn(join(homedir(), '.cdk.json')), ...contextIn(join(directory, 'cdk.json')) };
}
