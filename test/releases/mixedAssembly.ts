import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Assembly, readAssembly } from 'assembly-host/template/assembly';
import type { Template } from 'assembly-host/template/template';
import { assemble } from '../../infra/local/assemble.ts';
import { unpack } from './archive.ts';
import { fontsFolder } from './packFunctions.ts';
import { functionsOf } from './release.ts';

type Resources = Template['Resources'];
type Resource = Resources[string];

/** The result of a release's synthesis. */
export interface Deployed {
  readonly directory: string;
  readonly assembly: Assembly;
}

/** Makes the assembly of this tree. */
export async function assembled(): Promise<Deployed> {
  const directory = await assemble();
  return { directory, assembly: readAssembly(directory) };
}

/** Unpacks the functions of a release into a folder. The fonts are those of this tree. */
export async function unpackFunctions(
  version: string,
  folder: string,
  { assembly: now }: Deployed,
): Promise<Deployed> {
  mkdirSync(folder);
  await unpack(functionsOf(version), folder);
  const directory = join(folder, 'cdk.out');
  const assembly = readAssembly(directory);
  symlinkSync(join(drawingEntryPages(now), fontsFolder), join(drawingEntryPages(assembly), fontsFolder));
  return { directory, assembly };
}

/** Returns the folder of the only function that has fonts. */
const drawingEntryPages = ({ assetDirectories }: Assembly): string =>
  [...assetDirectories.values()].find((folder) => basename(folder) === 'generateDocumentEntryPage') ?? '';

/** Returns the functions of a release, by their constructs' paths, such as `Api/createDocument`. */
export const functionsIn = ({ template }: Assembly): string[] =>
  Object.values(template.Resources).filter(isFunction).map(functionOf);

/**
 * Makes an assembly of a stack in the middle of an update or a rollback. It has the resources of both releases. Some functions,
 * with their roles, settings and triggers, are those of the release before.
 */
export function mixedAssembly(
  before: Assembly,
  now: Assembly,
  ofBefore: ReadonlySet<string>,
  directory: string,
): string {
  const old = Object.entries(before.template.Resources);
  const kept = old.filter(([, resource]) => isFunction(resource) && ofBefore.has(functionOf(resource)));
  const isOfKept = (resource: Resource): boolean =>
    kept.some(([id, each]) => isPartOf(functionOf(each), resource) || leadsTo(id, resource));
  const Resources: Resources = Object.fromEntries([
    ...old,
    ...Object.entries(now.template.Resources).filter(([, resource]) => !isOfKept(resource)),
    ...old.filter(([, resource]) => isOfKept(resource)),
  ]);
  write(directory, { ...now, template: { ...now.template, Resources } }, [
    ...before.assetDirectories,
    ...now.assetDirectories,
  ]);
  return directory;
}

const isFunction = ({ Type }: Resource): boolean => Type === 'AWS::Lambda::Function';

/** Returns a construct's path without the stack's name. */
const pathOf = ({ Metadata }: Resource): string => (Metadata?.['aws:cdk:path'] ?? '').replace(/^[^/]+\//, '');

const functionOf = (resource: Resource): string => pathOf(resource).replace(/\/Function\/Resource$/, '');

/** Returns whether a resource belongs to a function. The paths of a function's roles and triggers begin with the function's path. */
const isPartOf = (functionName: string, resource: Resource): boolean =>
  pathOf(resource).startsWith(`${functionName}/`);

const leadsTo = (functionId: string, { Type, Properties }: Resource): boolean =>
  Type === 'AWS::ApiGateway::Method' && JSON.stringify(Properties).includes(`"${functionId}"`);

function write(
  directory: string,
  { stackName, template }: Assembly,
  folders: readonly (readonly [string, string])[],
): void {
  const assets = folders.map(([objectKey, path]) => {
    const source = { path, packaging: 'zip' };
    return [objectKey, { source, destinations: { here: { objectKey } } }];
  });
  const artifacts = {
    [stackName]: { type: 'aws:cloudformation:stack', properties: { templateFile: 'template.json' } },
    assets: { type: 'cdk:asset-manifest', properties: { file: 'assets.json' } },
  };
  const files = {
    'manifest.json': { artifacts },
    'assets.json': { files: Object.fromEntries(assets) },
    'template.json': template,
  };
  mkdirSync(directory);
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(directory, name), JSON.stringify(content));
}
