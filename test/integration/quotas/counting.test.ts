import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Tenant } from '../../../shared/contract/identifiers.ts';
import { usageKey } from '../../../shared/data/keys/organizations.ts';
import { leaving } from '../../../shared/data/organizations/membership.ts';
import { getOrganizationAndMember } from '../../../shared/data/organizations/organizations.ts';
import { getUsage, release, reserve, setLimits } from '../../../shared/data/organizations/usage.ts';
import {
  correct,
  countStored,
  listUncounted,
  storeProgress,
} from '../../../shared/data/organizations/usageCount.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import type { CallRequest } from '../../support/client.ts';
import { byKey, ownedOrganization, storedMember, storedPerson } from '../../support/people/people.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import { makePdf, uploadForm } from '../../support/uploads.ts';

const { call, catchUp, invoke, table } = await sharedStage();

const start = Date.parse('2026-03-01T12:00:00.000Z');
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  return () => vi.useRealTimers();
});

const minute = 60_000;
async function pass(milliseconds: number) {
  vi.setSystemTime(Date.now() + milliseconds);
  await catchUp();
}
const run = () => invoke('countUsage', {});
/** Runs the worker on its schedule until all tenants are counted. */
async function countAll() {
  for (let count = 0; count < 3; count++) {
    await pass(5 * minute);
    await run();
  }
}

const pdf = await makePdf();
const size = pdf.byteLength;
const upload = async (by: CallRequest, access_level?: string) => {
  const form = uploadForm({ title: 'T', ...(access_level && { access_level }) }, pdf);
  return (await call.createDocument({ ...by, form })).body.id;
};
const addVersion = (by: CallRequest, document_id: string) =>
  call.createDocumentVersion({ ...by, path: { document_id }, form: uploadForm({}, pdf) });

const useOf = async (tenant: Tenant) => {
  const { documents, stored_bytes } = await getUsage(tenant);
  return { documents, files: stored_bytes / size };
};

test('uploads from before usage was counted are counted after the next upload to the organization, for every member and with all versions', async () => {
  const { id, by } = await ownedOrganization();
  const member = await storedMember(id, 'member');
  const ofMember = await byKey(member);
  const shared = await upload(by);
  await addVersion(by, shared);
  await upload(by, 'private');
  await upload(ofMember, 'private');
  await table.remove(usageKey(id));

  await upload(by);
  expect(await useOf(id)).toEqual({ documents: 1, files: 1 });
  await countAll();

  expect(await useOf(id)).toEqual({ documents: 4, files: 5 });
  expect(await getUsage(id)).toMatchObject({ counted_at: expect.stringMatching(/^2026-03-01T12:1/) });
});

test('private documents of a former member count for the organization', async () => {
  const { id, by } = await ownedOrganization();
  const member = await storedMember(id, 'member');
  await upload(await byKey(member), 'private');
  await upload(by);
  const { organization, member: joined } = await getOrganizationAndMember(id, member.id);
  if (organization && joined) await transact(leaving(member, organization, joined, Date.now()));

  await countAll();

  expect(await useOf(id)).toEqual({ documents: 2, files: 2 });
});

test('deleted documents count while they can be restored, in an organization and outside', async () => {
  const { id, by } = await ownedOrganization();
  const user = await storedPerson();
  const own = await byKey(user);
  for (const [as, access_level] of [
    [by, 'organization'],
    [by, 'private'],
    [own, 'private'],
  ] as const) {
    const document_id = await upload(as, access_level);
    await call.deleteDocument({ ...as, path: { document_id } });
    await upload(as);
  }

  await countAll();

  expect(await useOf(id)).toEqual({ documents: 4, files: 4 });
  expect(await useOf(user.id)).toEqual({ documents: 2, files: 2 });
});

describe('uploads during a count', () => {
  // Threat: One tenant stores without limit
  test('are never lost, and the next count adds what this one missed', async () => {
    const { id, by } = await ownedOrganization();
    await upload(by);
    await table.remove(usageKey(id));
    await upload(by);
    await pass(5 * minute);
    await run();
    await pass(2 * minute);

    await Promise.all([run(), ...Array.from({ length: 10 }, () => upload(by)), run()]);

    const { documents } = await useOf(id);
    expect(documents).toBeGreaterThanOrEqual(11);
    expect(documents).toBeLessThanOrEqual(12);
    await pass(24 * 60 * minute);
    await countAll();
    expect(await useOf(id)).toEqual({ documents: 12, files: 12 });
  });

  test('that fail neither end the count nor make it wrong, in any order of events', async () => {
    const steps = fc.array(fc.constantFrom('upload', 'reserve', 'give up', 'run', 'wait'), { maxLength: 16 });
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        const { id, by } = await ownedOrganization();
        let reserved = 0;
        const use = { tenant: id, documents: 1, stored_bytes: size };
        await upload(by);
        let stored = 1;
        for (const step of history) {
          if (step === 'upload') {
            await upload(by);
            stored += 1;
          } else if (step === 'reserve') {
            await reserve(use, { documents: 100, stored_bytes: 1e9 });
            reserved += 1;
          } else if (step === 'give up' && reserved > 0) {
            await release(use);
            reserved -= 1;
          } else if (step === 'run') {
            await run();
          } else if (step === 'wait') {
            await pass(5 * minute);
            // An upload that has neither succeeded nor failed by now was killed.
            reserved = 0;
          }
          expect((await useOf(id)).documents).toBeGreaterThanOrEqual(stored);
        }
        // Completes the running count, and the count of the next day.
        await countAll();
        await pass(24 * 60 * minute);
        await countAll();
        expect(await useOf(id)).toEqual({ documents: stored, files: stored });
      }),
      { numRuns: 6, examples: [[['reserve', 'reserve', 'run', 'give up']]] },
    );
  });
});

test('a refused upload schedules a count, so that a wrong count does not block the tenant forever', async () => {
  const { id, by } = await ownedOrganization();
  await upload(by);
  await reserve({ tenant: id, documents: 1, stored_bytes: size }, { documents: 10, stored_bytes: 1_000_000 });
  await transact(setLimits(id, { documents: 2 }));
  for (const item of await table.everything())
    if (item.pk === usageKey(id).pk)
      await Promise.all(['filter_pk', 'filter_sk'].map((name) => table.unset(item, name)));

  const form = uploadForm({ title: 'T' }, pdf);
  expect((await call.createDocument({ ...by, form })).status).toBe(403);
  await countAll();

  expect(await useOf(id)).toEqual({ documents: 1, files: 1 });
  await upload(by);
  expect(await useOf(id)).toEqual({ documents: 2, files: 2 });
});

test('of several runs at the same time, one corrects', async () => {
  const { id, by } = await ownedOrganization();
  await upload(by);
  await pass(5 * minute);
  const [listed] = (await listUncounted(Date.now(), 1000)).filter(({ tenant }) => tenant === id);
  if (!listed) throw new Error('not listed');
  await run();
  const begun = await getUsage(id);

  const counted = { partition: '', after: '', documents: 9, stored_bytes: 9 };
  expect(await storeProgress(listed, counted)).toBe(false);
  expect(await correct(listed, { documents: 9, stored_bytes: 9 }, Date.now())).toBe(false);

  expect(await getUsage(id)).toEqual(begun);
});

test('a count continues where an earlier run stopped', async () => {
  const { id, by } = await ownedOrganization();
  const ofMember = await byKey(await storedMember(id, 'member'));
  await Promise.all([upload(by), upload(by, 'private'), upload(by, 'private'), upload(ofMember, 'private')]);
  await catchUp();

  let runs = 0;
  let state: Awaited<ReturnType<typeof countStored>> | undefined;
  while (!state?.isComplete && runs < 10) {
    runs += 1;
    let steps = 0;
    state = await countStored(id, state?.counted, () => ++steps > 2);
  }

  expect(runs).toBeGreaterThan(1);
  expect(state?.counted).toMatchObject({ documents: 4, stored_bytes: 4 * size });
});

test('a tenant without uploads is counted once more, and then not until its next upload', async () => {
  const { id, by } = await ownedOrganization();
  await upload(by);
  const isListed = async () =>
    (await table.everything()).some(({ pk, filter_pk }) => pk === usageKey(id).pk && filter_pk !== undefined);

  await countAll();
  expect(await isListed()).toBe(true);
  await pass(24 * 60 * minute);
  await countAll();
  expect(await isListed()).toBe(false);
  await upload(by);
  expect(await isListed()).toBe(true);
  await countAll();
  expect(await useOf(id)).toEqual({ documents: 2, files: 2 });
});
