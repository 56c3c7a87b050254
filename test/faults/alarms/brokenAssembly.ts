import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Resource {
  readonly Type: string;
  readonly Properties: Record<string, unknown>;
  readonly Metadata?: { readonly 'aws:cdk:path'?: string };
}

/**
 * Changes the properties of a resource, as anyone with access to the account could. `path`: the path of the construct, such as
 * `Workers/SweepDue`.
 */
export type Tamper = (resource: Resource, path: string) => void;

/** Makes a copy of an assembly in `directory`, with changed resources. */
export function tamperedAssembly(assembly: string, directory: string, tamper: Tamper): string {
  mkdirSync(directory, { recursive: true });
  for (const name of readdirSync(assembly)) {
    if (!name.endsWith('.template.json')) {
      symlinkSync(join(assembly, name), join(directory, name));
      continue;
    }
    const template: { Resources: Record<string, Resource> } = JSON.parse(
      readFileSync(join(assembly, name), 'utf8'),
    );
    for (const resource of Object.values(template.Resources))
      tamper(resource, resource.Metadata?.['aws:cdk:path']?.replace(/^[^/]+\//, '') ?? '');
    writeFileSync(join(directory, name), JSON.stringify(template));
  }
  return directory;
}
