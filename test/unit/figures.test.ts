import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import {
  creationsPerMinute,
  maxFileBytesDefault,
  maxUploadBytes,
  organizationRateFactor,
  personRateFactor,
  requestsPerMinute,
  restorableDays,
} from '../../shared/contract/limits.ts';
import { grouped } from '../../shared/text/words.ts';

/** A page, and a sentence or a row in it with figures of the code. */
const figures: readonly (readonly [page: string, text: string])[] = [
  ['shared/client/README.md', `a file of more than ${grouped(maxUploadBytes)} bytes`],
  ['shared/contract/API.md', `A PDF of more than ${grouped(maxUploadBytes)} bytes goes directly to S3.`],
  [
    'shared/contract/API.md',
    `| PDF in a form, PDF through an upload | ${grouped(maxUploadBytes)} bytes, ${maxFileBytesDefault / 2 ** 20} MiB |`,
  ],
  ['shared/contract/API.md', `Operators can restore it for ${restorableDays} days.`],
  ['infra/local/README.md', `| \`RATE_LIMIT_REQUESTS\` | ${requestsPerMinute} |`],
  ['infra/local/README.md', `| \`RATE_LIMIT_CREATES\` | ${creationsPerMinute} |`],
  ['infra/local/README.md', `| \`RATE_LIMIT_PERSON_FACTOR\` | ${personRateFactor} |`],
  ['infra/local/README.md', `| \`RATE_LIMIT_ORGANIZATION_FACTOR\` | ${organizationRateFactor} |`],
  ['infra/local/README.md', `| \`MAX_FILE_BYTES\` | ${maxFileBytesDefault} |`],
];

const repository = fileURLToPath(new URL('../..', import.meta.url));
const onOneLine = (page: string) => readFileSync(join(repository, page), 'utf8').replace(/\s+/g, ' ');
const pages = globSync('{*.md,{functions,infra,shared,test}/**/*.md}', { cwd: repository });

test.for(figures)('%s has the figures of the code: %s', ([page, text]) => {
  expect(onOneLine(page)).toContain(text);
});

test.for(pages.filter((page) => page.startsWith('infra/docs/')))(
  '%s has no counts of resources, alarms or packages, which the next change would make wrong',
  (page) => {
    expect(onOneLine(page).match(/\b\d+ (resources|alarms|packages)\b|\b\d+\/\d+ \|/g)).toBeNull();
  },
);

test.for(pages)('%s names the month of a measurement, and not a day', (page) => {
  expect(onOneLine(page).match(/\b[Oo]n \d{4}-\d{2}-\d{2}\b/g)).toBeNull();
});
