/** `npm run bench`, or with the names of sections: `npm run bench -- operations bundles`. */
const sections: Readonly<Record<string, () => Promise<void>>> = {
  operations: async () => (await import('./operations.ts')).benchOperations(),
  bundles: async () => (await import('./bundles.ts')).benchBundles(),
  uploads: async () => (await import('./uploads.ts')).benchUploads(),
  webhooks: async () => (await import('./webhooks.ts')).benchWebhooks(),
  fairness: async () => (await import('./webhooks.ts')).benchFairness(),
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(sections, name));
if (unknown.length > 0)
  throw new Error(`No such section: ${unknown.join(', ')}. There are ${Object.keys(sections).join(', ')}.`);
for (const [name, run] of Object.entries(sections))
  if (asked.length === 0 || asked.includes(name)) await run();
