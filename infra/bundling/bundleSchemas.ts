import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/**
 * The SDK's clients list the schemas of all their operations, with constants as computed keys: `{ [_K]: 1 }`. esbuild assumes that a
 * computed key has side effects and keeps every schema. With literal keys, esbuild drops the schemas of unused operations, which are four
 * fifths of the schemas for S3.
 */
export const sdkSchemas: Plugin = {
  name: 'sdk-schemas',
  setup: (build) =>
    build.onLoad(
      { filter: /@aws-sdk[\\/]client-[\w-]+[\\/]dist-es[\\/]schemas[\\/]schemas_0\.js$/ },
      async ({ path }) => ({
        contents: withPlainKeys(await readFile(path, 'utf8')),
        loader: 'js',
      }),
    ),
};

/** Exported for its test. */
export function withPlainKeys(source: string): string {
  const constants = new Map(
    [...source.matchAll(/^const (_\w+) = ("[^"\\\n]*");$/gm)].map(([, name, text]) => [name, text]),
  );
  return source.replace(/\[(_\w+)\]:/g, (key, name: string) => {
    const text = constants.get(name);
    return text === undefined ? key : `${text}:`;
  });
}
