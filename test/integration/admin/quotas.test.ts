import { expect, test } from 'vitest';
import { reserve } from '../../../shared/data/organizations/usage.ts';
import { founded, operator } from './operator.ts';

const stage = operator();
const { admin, record, everything } = stage;

const nothing = {
  documents: 0,
  documents_quota: null,
  stored_bytes: 0,
  stored_bytes_quota: null,
  mails_quota: null,
};

test('shows what an organization has stored, and its quotas', async () => {
  const { organization } = await founded(stage);
  const use = { tenant: organization, documents: 1, stored_bytes: 700 };
  await reserve(use, { documents: 1, stored_bytes: 1 });
  const before = await everything();

  const shown = await record('organizations quotas', organization);
  const { stdout } = await admin('organizations quotas', organization);

  expect(shown).toEqual({
    ...nothing,
    id: organization,
    documents: 1,
    stored_bytes: 700,
    counted_at: null,
  });
  expect(stdout).toMatch(/documents quota +default/);
  expect(await everything()).toEqual(before);
});

test('changes the given quotas, and resets them', async () => {
  const { organization } = await founded(stage);
  const quotas = (...options: string[]) => record('organizations quotas', organization, ...options);

  expect(await quotas('--documents', '250000')).toMatchObject({ documents_quota: 250_000 });
  const both = { documents_quota: 250_000, stored_bytes_quota: 0 };
  expect(await quotas('--stored-bytes', '0')).toMatchObject(both);
  expect(await quotas()).toMatchObject(both);
  expect(await quotas('--mails', '0')).toMatchObject({ ...both, mails_quota: 0 });
  expect(await quotas('--mails', 'default')).toMatchObject({ ...both, mails_quota: null });
  expect(await quotas('--documents', 'default')).toMatchObject({ ...both, documents_quota: null });
  expect(await quotas('--stored-bytes', 'default')).toMatchObject(nothing);
});
