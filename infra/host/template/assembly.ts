import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';

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

const templateSchema = z.object({
  Parameters: z.optional(z.record(z.string(), z.object({ Default: z.optional(z.unknown()) }))),
  Resources: z.record(
    z.string(),
    z.object({
      Type: z.string(),
      Properties: z.optional(z.record(z.string(), z.unknown())),
      Metadata: z.optional(z.object({ 'aws:cdk:path': z.optional(z.string()) })),
    }),
  ),
  Outputs: z.optional(z.record(z.string(), z.object({ Value: z.unknown() }))),
});
export type Template = z.infer<typeof templateSchema>;

export interface Assembly {
  readonly stackName: string;
  readonly template: Template;
  /** Folders of the assembly by the key that their zip would have in the asset bucket. */
  readonly assetDirectories: ReadonlyMap<string, string>;
}

/** Reads a cloud assembly (`cdk.out`) with exactly one stack. */
export function readAssembly(directory: string): Assembly {
  const { artifacts } = manifestSchema.parse(readJson(join(directory, 'manifest.json')));
  const stacks = Object.entries(artifacts).filter(([, { type }]) => type === 'aws:cloudformation:stack');
  const [stack] = stacks;
  if (!stack || stacks.length > 1)
    throw new Error(`The assembly in ${directory} has ${stacks.length} stacks; the local host takes one.`);
  const [id, { properties }] = stack;

  const assetDirectories = new Map<string, string>();
  for (const artifact of Object.values(artifacts)) {
    if (artifact.type !== 'cdk:asset-manifest') continue;
    const { files } = assetManifestSchema.parse(readJson(join(directory, String(artifact.properties?.file))));
    for (const { source, destinations } of Object.values(files ?? {}))
      for (const { objectKey } of Object.values(destinations))
        if (source.path && source.packaging === 'zip')
          assetDirectories.set(objectKey, resolve(directory, source.path));
  }

  return {
    stackName: String(properties?.stackName ?? id),
    template: templateSchema.parse(readJson(join(directory, String(properties?.templateFile)))),
    assetDirectories,
  };
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
