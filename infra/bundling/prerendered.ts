import { pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';

/**
 * Runs modules with names like `*.prerendered.ts` during bundling. The bundle contains the default export of such a module as JSON, and not
 * the imports of the module.
 */
export const prerendered: Plugin = {
  name: 'prerendered',
  setup: (build) =>
    build.onLoad({ filter: /\.prerendered\.ts$/ }, async ({ path }) => {
      const { default: value }: { readonly default: unknown } = await import(pathToFileURL(path).href);
      // V8 reads the JSON in a string twice as fast as the same text as an expression.
      return {
        contents: `export default JSON.parse(${JSON.stringify(JSON.stringify(value))});`,
        loader: 'js',
      };
    }),
};
