import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { type ReadNested, withoutNesting } from './nestedStacks.ts';
import { type Template, templateSchema } from './template.ts';

const manifestSchema = z.object({
  artifacts: z.record(
    z.string(),
    z.object({
      type: z.string(),
      properties: z.optional(z.record(z.string(), z.unknown())),
    }),
  ),
});

const assetManifestSchema = z.object({
  files: z.optional(
    z.record(
      z.string(),
      z.object({
        source: z.object({ path: z.optional(z.string()), packaging: z.string() }),
        destinations: z.record(z.string(), z.object({ objectKey: z.string() })),
      }),
    ),
  ),
});

export interface Assembly {
  readonly stackName: string;
  /** The template with its nested stacks merged in. */
  readonly template: Template;
  /** The folders of the assembly, by the S3 keys that their zip files would have in the asset bucket. */
  readonly assetDirectories: ReadonlyMap<string, string>;
}

/** Reads a cloud assembly (`cdk.out`) with exactly one stack. */
export function readAssembly(directory: string): Assembly {
  const { artifacts } = manifestSchema.parse(readJson(join(directory, 'manifest.json')));
  const stacks = Object.entries(artifacts).filter(([, { type }]) => type === 'aws:cloudformation:stack');
  const [stack] = stacks;
  if (!stack || stacks.length > 1)
    throw new Error(
      `The assembly in ${directory} has ${stacks.length} stacks. The local host needs exactly one.`,
    );
  const [id, { properties }] = stack;

  const assetDirectories = new Map<string, string>();
  const assetFiles = new Map<string, string>();
  for (const artifact of Object.values(artifacts)) {
    if (artifact.type !== 'cdk:asset-manifest') continue;
    const { files } = assetManifestSchema.parse(readJson(join(directory, String(artifact.properties?.file))));
    for (const { source, destinations } of Object.values(files ?? {}))
      for (const { objectKey } of Object.values(destinations)) {
        const assets = source.packaging === 'zip' ? assetDirectories : assetFiles;
        if (source.path) assets.set(objectKey, resolve(directory, source.path));
      }
  }
  const readTemplate = (path: string): Template => templateSchema.parse(readJson(path));
  const readNested: ReadNested = ({ Properties }) => {
    const url = JSON.stringify(Properties?.TemplateURL);
    const [, path] = [...assetFiles].find(([objectKey]) => url.includes(`/${objectKey}`)) ?? [];
    if (!path) throw new Error(`The assembly in ${directory} has no template of a nested stack: ${url}`);
    return readTemplate(path);
  };

  return {
    stackName: String(properties?.stackName ?? id),
    template: withoutNesting(readTemplate(join(directory, String(properties?.templateFile))), readNested),
    assetDirectories,
  };
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
