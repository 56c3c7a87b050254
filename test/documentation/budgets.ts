/**
 * The most kB (1,000 bytes) that a page may have, so that each can be read in one sitting. A change that needs more raises the budget here
 * and says why.
 */
export const pageBudgets: Readonly<Record<string, number>> = {
  'CHANGELOG.md': 20,
  'README.md': 8,
  'SECURITY.md': 10,
  'infra/README.md': 8.5,
  // 28.5 since it has the alarms of search.
  'infra/RUNBOOK.md': 28.5,
  'infra/admin/README.md': 3.5,
  'infra/docs/backups.md': 3.5,
  // 6.5 since it has the costs of rooms, texts, reading times and search.
  'infra/docs/costs.md': 6.5,
  'infra/docs/customerData.md': 7.5,
  // 6 since it has the decisions about search.
  'infra/docs/decisions.md': 6,
  'infra/docs/firstDeployment.md': 4.5,
  'infra/docs/joinersAndLeavers.md': 3.5,
  'infra/docs/mail.md': 2,
  'infra/docs/monitoring.md': 3.5,
  'infra/docs/operatorPermissions.md': 2,
  'infra/docs/quotas.md': 3.5,
  // 5 since it has the job that compares two releases.
  'infra/docs/releasing.md': 5,
  'infra/docs/review.md': 2.5,
  'infra/docs/security/access.md': 6.5,
  'infra/docs/security/limits.md': 5.5,
  'infra/docs/security/reading.md': 5,
  'infra/docs/security/record.md': 4.5,
  'infra/docs/security/sending.md': 4,
  'infra/docs/security/signIn.md': 8,
  // 3 since it says what to do about differences.
  'infra/docs/search.md': 3,
  // 10.5 since it has the settings of search.
  'infra/docs/settings.md': 10.5,
  'infra/docs/signingIn.md': 5,
  'infra/docs/stacks.md': 2.5,
  'infra/docs/webhooks.md': 2.5,
  // 10 since it has OpenSearch Serverless.
  'infra/host/README.md': 10,
  // 4 since it has the variables of search.
  'infra/local/README.md': 4,
  'shared/README.md': 9.5,
  'shared/access/README.md': 3,
  'shared/acts/README.md': 6,
  'shared/audit/README.md': 9,
  'shared/client/README.md': 6.5,
  // 6.5 since it shows the scale of sizes, weights and spaces.
  'shared/console/README.md': 6.5,
  'shared/contract/API.md': 9,
  'shared/contract/README.md': 5,
  'shared/data/KEYS.md': 11,
  // 15 since it says how the search index follows.
  'shared/data/README.md': 15,
  'shared/events/README.md': 2.5,
  'shared/http/README.md': 7,
  'shared/guides/errors.md': 4.5,
  'shared/guides/evaluate.md': 2,
  'shared/guides/first-document.md': 4,
  'shared/guides/keys.md': 3,
  'shared/guides/large-files.md': 2.5,
  // 3.5 since it has the limits of groups.
  'shared/guides/limits.md': 3.5,
  // 4 since it has the search in texts.
  'shared/guides/paging.md': 4,
  'shared/guides/retries.md': 3.5,
  'shared/guides/rooms.md': 4.5,
  // 5 since it has the table of who sees what by a share.
  'shared/guides/sharing.md': 5,
  'shared/guides/versions.md': 2,
  'shared/guides/webhooks.md': 10,
  'shared/mail/README.md': 4,
  // 6.5 since it says how guides are made.
  'shared/pages/README.md': 7.5,
  // 8.5 since it says how texts of pages are read.
  'shared/pdf/README.md': 8.5,
  'shared/policies/README.md': 5.5,
  'shared/reading/README.md': 1.5,
  'shared/signIn/README.md': 3.5,
  'shared/webhooks/README.md': 2,
  'shared/words/README.md': 2,
  'test/README.md': 5.5,
  'test/docs/release.md': 7,
  'test/docs/writing.md': 5,
  'test/fixtures/promises/withdrawn.md': 0.5,
};

/** The most kB of all pages together. 348 since rooms, with a guide and the keys of their items. 350 since texts of pages. 363 since search, with its local engine. */
export const allPages = 363;

/** The most lines of a release in the changelog. */
export const linesOfRelease = 60;
