import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

// What every process of a run loads is compiled once.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/node');

export default defineConfig({
  root,
  test: {
    // One more than two cores have: some tests wait for the time that a store or a receiver is given.
    maxWorkers: 3,
    hookTimeout: 60_000,
    projects: [
      {
        test: {
          name: 'unit',
          isolate: false,
          include: ['test/unit/**/*.test.ts'],
          testTimeout: 30_000,
          env: { POWERTOOLS_LOG_LEVEL: 'SILENT' },
        },
      },
      {
        test: {
          name: 'infra',
          isolate: false,
          include: ['test/infra/**/*.test.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          testTimeout: 30_000,
          env: { POWERTOOLS_LOG_LEVEL: 'SILENT', AWS_REGION: 'us-east-1' },
        },
      },
      {
        test: {
          name: 'host',
          include: ['test/host/**/*.test.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'conformance',
          include: ['test/conformance/**/*.test.ts'],
          globalSetup: ['test/support/service.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'webhooks',
          include: ['test/webhooks/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: ['test/support/service.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'limits',
          include: ['test/limits/**/*.test.ts'],
          // After all others: a thousand requests at once leave nothing for anyone else.
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'bench',
          include: ['test/bench/**/*.test.ts'],
          // Two sections at a time, and nothing else: each hosts a service of its own.
          sequence: { groupOrder: 2 },
          maxConcurrency: 2,
          testTimeout: 120_000,
        },
      },
    ],
  },
});
