import { beforeEach, describe, expect, test } from 'vitest';
import type { Tenant } from '../../../shared/contract/identifiers.ts';
import { setLimits } from '../../../shared/data/organizations/usage.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { storedApiKey, storedOrganization, storedPerson } from '../../support/people/people.ts';
import { refused } from '../../support/refusals.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import { makePdf, uploadForm } from '../../support/uploads.ts';
import { mailOf, someAddress } from './inbox.ts';

const stage = await sharedStage();
const { call, takeMessages } = stage;
const { mailsTo, work } = mailOf(stage);

const setQuota = (sender: Tenant, mails: number | null) => transact(setLimits(sender, { mails }));

beforeEach(() => takeMessages('mail'));

/** A person who shares documents of an organization, or documents outside of any. */
async function sharing(ofOrganization: boolean) {
  const { id, owner } = ofOrganization
    ? await storedOrganization()
    : { id: null, owner: await storedPerson() };
  const { headers } = await storedApiKey(owner, { organization_id: id });
  const as = { as: null, headers } as const;
  const newDocument = async () => {
    const form = uploadForm({ title: 'Offer', access_level: 'private' }, await makePdf());
    return { document_id: (await call.createDocument({ ...as, form })).body.id };
  };
  const share = (path: Awaited<ReturnType<typeof newDocument>>, email = someAddress(), more = {}) =>
    call.createDocumentShare({ as: null, headers: { ...headers, ...more }, path, json: { email } });
  return { as, sender: id ?? owner.id, newDocument, share };
}

describe.for([
  ['an organization', true],
  ['a person outside any organization', false],
] as const)('the mails of a day of %s', ([, ofOrganization]) => {
  test('are as many as the quota when documents are shared at the same moment; all others are held', async () => {
    const { sender, newDocument, share } = await sharing(ofOrganization);
    await setQuota(sender, 3);
    const documents = await Promise.all(Array.from({ length: 10 }, newDocument));

    const shares = await Promise.all(documents.map((document) => share(document)));

    expect(shares.map(({ status }) => status)).toEqual(documents.map(() => 201));
    const mails = shares.map(({ body }) => body.mail);
    expect(mails.toSorted()).toEqual([...Array(7).fill('held'), ...Array(3).fill('queued')]);
    await work('mail');
    const sent = await Promise.all(shares.map(({ body }) => mailsTo(body.email)));
    expect(sent.flat()).toHaveLength(3);
  });

  test('do not count a mail that is sent again beyond the quota, and go out once when the quota allows them', async () => {
    const { as, sender, newDocument, share } = await sharing(ofOrganization);
    const document = await newDocument();
    await setQuota(sender, 0);
    const { status, body } = await share(document);
    expect([status, body.mail]).toEqual([201, 'held']);
    const path = { ...document, share_id: body.id };
    expect(await call.sendDocumentShare({ ...as, path })).toMatchObject(refused('quota_exceeded'));
    await work('mail');
    expect(await mailsTo(body.email)).toEqual([]);
    expect((await call.getDocumentShare({ ...as, path })).body.mail).toBe('held');
    await setQuota(sender, null);

    for (let sweep = 1; sweep <= 2; sweep++) {
      await stage.table.letTimePass(6 * 60_000);
      await stage.invoke('sweepDue', {});
      await work('mail');
    }

    expect(await mailsTo(body.email)).toHaveLength(1);
    expect((await call.getDocumentShare({ ...as, path })).body.mail).toBe('sent');
  });
});
