import type { Section } from './section.ts';

/** The sections by name. A section is loaded only when it runs, so that its imports do not affect the other sections. */
export const sections = {
  operations: async () => (await import('./operations.ts')).operations,
  cost: async () => (await import('./cost.ts')).cost,
  growth: async () => (await import('./growth.ts')).growth,
  bundles: async () => (await import('./bundles.ts')).bundles,
  http: async () => (await import('./http.ts')).http,
  memory: async () => (await import('./memory.ts')).memory,
  uploads: async () => (await import('./uploads.ts')).uploads,
  processing: async () => (await import('./processing.ts')).processing,
  restore: async () => (await import('./restore.ts')).restore,
  reading: async () => (await import('./reading.ts')).reading,
  readers: async () => (await import('./readers.ts')).readers,
  audit: async () => (await import('./audit.ts')).audit,
  contention: async () => (await import('./contention.ts')).contention,
  webhooks: async () => (await import('./webhooks.ts')).webhooks,
  fairness: async () => (await import('./webhooks.ts')).fairness,
  search: async () => (await import('./search.ts')).search,
  console: async () => (await import('./console.ts')).consoleInBrowser,
} satisfies Record<string, () => Promise<Section>>;

export type SectionName = keyof typeof sections;

/** The sections that measure a local host from outside. In a short run they share it, in this order. */
export const sharing: readonly SectionName[] = [
  'http',
  'memory',
  'uploads',
  'processing',
  'readers',
  'contention',
  'webhooks',
  'fairness',
];
