import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';

const assetManifest = z.looseObject({
  files: z.record(z.string(), z.looseObject({ source: z.looseObject({ path: z.string() }) })),
});
type AssetManifest = z.infer<typeof assetManifest>;

const template = z.looseObject({
  Resources: z.record(
    z.string(),
    z.looseObject({ Type: z.string(), Properties: z.optional(z.record(z.string(), z.unknown())) }),
  ),
});
type Template = z.infer<typeof template>;

/** A cloud assembly, as far as it says which function is what. */
export interface Assembly {
  readonly manifest: unknown;
  readonly assets: AssetManifest;
  readonly template: Template;
}

const stack = 'DocumentGovernance-local';
const files = {
  manifest: 'manifest.json',
  assets: `${stack}.assets.json`,
  template: `${stack}.template.json`,
};

/** Reads the assembly of the local stage. Paths of its functions' folders become absolute. */
export function readAssembly(directory: string): Assembly {
  const json = (name: string): unknown => JSON.parse(readFileSync(join(directory, name), 'utf8'));
  const assets = z.parse(assetManifest, json(files.assets));
  for (const { source } of Object.values(assets.files)) source.path = resolve(directory, source.path);
  return { manifest: json(files.manifest), assets, template: z.parse(template, json(files.template)) };
}
