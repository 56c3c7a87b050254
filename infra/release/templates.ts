import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The templates of a stack and its nested stacks, by file name. */
export type Templates = ReadonlyMap<string, object>;

/** Reads a template, or all templates of a folder, such as `cdk synth` writes. Throws an Error if there is none. */
export function readTemplates(path: string): Templates {
  const files = statSync(path).isDirectory()
    ? readdirSync(path)
        .filter((name) => name.endsWith('.template.json'))
        .map((name) => join(path, name))
    : [path];
  if (files.length === 0) throw new Error(`${path} has no file that ends in .template.json`);
  return new Map(files.map((file) => [basename(file), JSON.parse(readFileSync(file, 'utf8'))]));
}
