import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/**
 * The SDK's clients list the shapes of all their operations, with keys that are constants: `{ [_K]: 1 }`. Evaluating such a
 * key could do anything, for all that esbuild knows, so it keeps every shape. Written as the text that they are, those of
 * operations which nobody calls are left out: of S3's, four fifths.
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
