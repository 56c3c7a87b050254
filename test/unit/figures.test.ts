import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readSettings } from '../../infra/stage/settings.ts';
import * as limits from '../../shared/contract/limits.ts';
import { grouped } from '../../shared/text/words.ts';

const {
  creationsPerMinute,
  maxFileBytesDefault,
  maxUploadBytes,
  organizationRateFactor,
  personRateFactor,
  requestsPerMinute,
  searchesPerMinute,
} = limits;
const quota = readSettings({}).quotas;
const gigabytes = (bytes: number): number => bytes / 1e9;

/** A page, and a sentence or a row in it with figures of the code. */
const figures: readonly (readonly [page: string, text: string])[] = [
  ['shared/client/README.md', `a file of more than ${grouped(maxUploadBytes)} bytes`],
  ['shared/contract/API.md', `Operators can restore it for ${limits.restorableDays} days.`],
  ['infra/local/README.md', `| \`RATE_LIMIT_REQUESTS\` | ${requestsPerMinute} |`],
  ['infra/local/README.md', `| \`RATE_LIMIT_CREATES\` | ${creationsPerMinute} |`],
  ['infra/local/README.md', `| \`RATE_LIMIT_SEARCHES\` | ${searchesPerMinute} |`],
  ['infra/local/README.md', `| \`RATE_LIMIT_PERSON_FACTOR\` | ${personRateFactor} |`],
  ['infra/local/README.md', `| \`RATE_LIMIT_ORGANIZATION_FACTOR\` | ${organizationRateFactor} |`],
  ['infra/local/README.md', `| \`MAX_FILE_BYTES\` | ${maxFileBytesDefault} |`],
  ['shared/guides/large-files.md', `A PDF of more than ${grouped(maxUploadBytes)} bytes goes directly`],
  ...[
    `| PDF in a form, PDF through an upload | ${grouped(maxUploadBytes)} bytes, ${maxFileBytesDefault / 2 ** 20} MiB |`,
    `| URL of an upload | valid for ${limits.uploadLifetimeSeconds / 3600} hour |`,
    `| JSON body | ${grouped(limits.maxJsonBodyBytes)} bytes |`,
    `| items of a page of a list | ${limits.pageLimitMax}, by default ${limits.pageLimitDefault} |`,
    `| title | ${limits.titleMaxCharacters} characters |`,
    `| description | ${grouped(limits.descriptionMaxCharacters)} characters, of a version ${grouped(limits.versionDescriptionMaxCharacters)} |`,
    `PNG or JPEG | ${grouped(limits.logoMaxBytes)} bytes, ${limits.logoSideMinPixels} to ${grouped(limits.logoSideMaxPixels)} pixels a side |`,
    `| policies of an organization | ${grouped(limits.policiesMax)} that are not archived |`,
    `| rules of a policy | ${grouped(limits.rulesMaxBytes)} bytes as JSON; ${limits.policiesWithRulesMax} policies with rules on a document |`,
    `| shares of a document | ${limits.documentSharesMax} that have not ended |`,
    `| open invitations of an organization | ${limits.pendingInvitationsMax} |`,
    `| service accounts of an organization | ${limits.serviceAccountsMax} |`,
    `| webhook endpoints of an organization | ${limits.webhookEndpointsMax} |`,
    `| working API keys of a person or service account | ${limits.apiKeysMax} |`,
    `| API keys of a person without an organization who may only read what is shared | ${limits.apiKeysOfReaderMax} |`,
    `| copies with a watermark for one reader | ${limits.copiesMax} in 15 minutes |`,
    `An organization has ${grouped(quota.documents)} documents and ${gigabytes(quota.storedBytes)} GB for all versions; a person outside of ` +
      `any has ${grouped(quota.personalDocuments)} documents and ${gigabytes(quota.personalStoredBytes)} GB, and founds ${grouped(quota.organizations)} organizations`,
    `sends ${limits.mailsPerDay} mails a day, ${limits.mailsPerDay * limits.youngOrganizationShare} in its first week`,
    `${requestsPerMinute} requests a minute, ${creationsPerMinute} of them POST`,
    `a person has ${personRateFactor} times these limits and an organization ${organizationRateFactor} times`,
    `service account has ${searchesPerMinute} searches in texts`,
    `gets ${limits.watermarkedPicturesPerMinute} pictures with a watermark`,
  ].map((text) => ['shared/guides/limits.md', text] as const),
];

const repository = fileURLToPath(new URL('../..', import.meta.url));
const onOneLine = (page: string) => readFileSync(join(repository, page), 'utf8').replace(/\s+/g, ' ');

test.for(figures)('%s has the figures of the code: %s', ([page, text]) => {
  expect(onOneLine(page)).toContain(text);
});
