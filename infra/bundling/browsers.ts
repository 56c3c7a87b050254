import type { BuildOptions } from 'esbuild';

/**
 * How scripts for browsers are bundled. What is loaded by `import()`, such as a catalogue of words, is a file of its own, with a hash in its
 * name.
 */
export const forBrowsers = {
  chunkNames: '[name]-[hash]',
  bundle: true,
  minify: true,
  splitting: true,
  format: 'esm',
  platform: 'browser',
  target: ['es2022', 'chrome111', 'firefox115', 'safari16.4'],
  legalComments: 'none',
  logLevel: 'warning',
} satisfies BuildOptions;
