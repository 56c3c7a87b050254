import type { Section } from './section.ts';

/**
 * `npm run bench`, or with the names of sections: `npm run bench -- operations bundles`. `--short` shows that they still
 * work, and measures nothing.
 */
const sections: Readonly<Record<string, () => Promise<Section>>> = {
  operations: async () => (await import('./operations.ts')).benchOperations,
  bundles: async () => (await import('./bundles.ts')).benchBundles,
  uploads: async () => (await import('./uploads.ts')).uploads,
  contention: async () => (await import('./contention.ts')).contention,
  webhooks: async () => (await import('./webhooks.ts')).benchWebhooks,
  fairness: async () => (await import('./webhooks.ts')).benchFairness,
};

const options = process.argv.slice(2);
const form = options.includes('--short') ? 'short' : 'full';
const asked = options.filter((option) => option !== '--short');
const unknown = asked.filter((name) => !Object.hasOwn(sections, name));
if (unknown.length > 0)
  throw new Error(`No such section: ${unknown.join(', ')}. There are ${Object.keys(sections).join(', ')}.`);
for (const [name, load] of Object.entries(sections))
  if (asked.length === 0 || asked.includes(name)) await (await load())(form);
