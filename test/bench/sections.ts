import type { Section } from './section.ts';

/** The sections by name. A section is loaded only when it runs, so that its imports do not affect the other sections. */
export const sections = {
  cost: async () => (await import('./cost.ts')).cost,
  http: async () => (await import('./http.ts')).http,
  readers: async () => (await import('./readers.ts')).readers,
  contention: async () => (await import('./contention.ts')).contention,
  audit: async () => (await import('./audit.ts')).audit,
  webhooks: async () => (await import('./webhooks.ts')).webhooks,
  search: async () => (await import('./search.ts')).search,
  console: async () => (await import('./console.ts')).consoleInBrowser,
} satisfies Record<string, () => Promise<Section>>;

export type SectionName = keyof typeof sections;

/** The sections that measure a local host from outside. In a short run they share it, in this order. */
export const sharing: readonly SectionName[] = ['http', 'readers', 'contention', 'webhooks'];
