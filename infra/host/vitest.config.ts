import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: import.meta.dirname,
  test: {
    name: 'host',
    include: ['test/**/*.test.ts'],
    // The files share the processes of the runner's workers, and so the loaded packages. Each test cleans up what it changes.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The cache would create a folder `node_modules` here.
    cache: false,
  },
});
