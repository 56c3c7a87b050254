/** The most kB (1,000 bytes) that a page may have, so that each can be read in one sitting. */
export const pageBudget = 8.5;

/** The most kB of pages that need more. A change that needs still more raises the budget here and says why. */
export const longerPages: Readonly<Record<string, number>> = {
  'CHANGELOG.md': 20,
  'SECURITY.md': 10,
  // 28.5 since it has the alarms of search.
  'infra/RUNBOOK.md': 28.5,
  // 10.5 since it has the settings of search.
  'infra/docs/settings.md': 10.5,
  // 10 since it has OpenSearch Serverless.
  'infra/host/README.md': 10,
  'shared/README.md': 9.5,
  'shared/audit/README.md': 9,
  'shared/data/KEYS.md': 11,
  // 15 since it says how the search index follows.
  'shared/data/README.md': 15,
  'shared/guides/webhooks.md': 10,
  // 9 since it says how files share threads.
  'shared/pdf/README.md': 9,
};

/** The most kB of all pages together. 348 since rooms, with a guide and the keys of their items. 350 since texts of pages. 363 since search, with its local engine. */
export const allPages = 363;

/** The most lines of a release in the changelog. */
export const linesOfRelease = 60;
