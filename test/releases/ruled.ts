import { expect } from 'vitest';
import { type Made, upload } from './life.ts';
import { ask, done, type Service } from './service.ts';

/** What 0.2.0 knows nothing of: a policy that asks for something. */
const rulesOf = {
  looked: { view_only: true },
  named: { watermark: true },
  kept: { retain_until: '2999-12-31T00:00:00Z', locked: true },
} as const;
type About = keyof typeof rulesOf;

/** A document under each policy. Readers were shown the first two, in pictures and in a copy of their own. */
export interface Ruled {
  readonly documents: Readonly<Record<About, Made>>;
  readonly policies: Readonly<Record<About, string>>;
  /** Its activity, when 0.2.0 came back. */
  readonly activity: readonly unknown[];
}

const reader = 'session of member';
const title = 'By rules';
const address = ({ document_id }: Made): string => `/v1/documents/${document_id}`;
const activityOf = async (service: Service, document: Made): Promise<readonly unknown[]> =>
  (await done(service, 'GET', `${address(document)}/activity?limit=100`)).items;
const fileOf = ({ document_id }: Made): string => `/d/${document_id}?file=inline`;

export async function liveByRules(service: Service): Promise<Ruled> {
  const [looked, named, kept] = await Promise.all([
    upload(service, 'owner', { title }),
    upload(service, 'owner', { title }),
    upload(service, 'owner', { title }),
  ]);
  await service.drain();
  const documents = { looked, named, kept };
  const attach = async (about: About): Promise<string> => {
    const json = { name: `${title}: ${about}`, rules: rulesOf[about] };
    const { id: policy_id } = await done(service, 'POST', '/v1/policies', { json });
    await done(service, 'POST', `${address(documents[about])}/policies`, { json: { policy_id } });
    return policy_id;
  };
  const policies = {
    looked: await attach('looked'),
    named: await attach('named'),
    kept: await attach('kept'),
  };
  for (const { document_id } of [looked, named]) {
    expect((await ask(service, 'GET', `/d/${document_id}`, { as: reader })).status).toBe(200);
    await service.drain();
  }
  await expectByRules(service, documents);
  return { documents, policies, activity: await activityOf(service, looked) };
}

async function expectByRules(service: Service, { looked, named }: Ruled['documents']): Promise<void> {
  expect((await ask(service, 'GET', fileOf(looked), { as: reader })).status).toBe(403);
  const { status, headers } = await ask(service, 'GET', fileOf(named), { as: reader });
  expect([status, headers.get('location')]).toEqual([303, expect.stringContaining('/stamped/')]);
}

/** 0.2.0 reads what is under rules as if there were none. */
export async function expectWithoutRules(service: Service, { documents, policies }: Ruled): Promise<void> {
  for (const document of Object.values(documents)) {
    for (const path of ['', '/versions', '/policies'])
      await done(service, 'GET', address(document) + path, { as: 'member' });
    expect((await ask(service, 'GET', `/d/${document.document_id}`, { as: reader })).status).toBe(200);
    expect((await ask(service, 'GET', fileOf(document), { as: reader })).status).toBeLessThan(400);
  }
  await done(service, 'DELETE', `${address(documents.kept)}/policies/${policies.kept}`);
}

/** This release goes by them again, also for what 0.2.0 has added. Of what that did, nothing is in activity. */
export async function expectRulesAgain(service: Service, ruled: Ruled): Promise<void> {
  const { documents, policies, activity } = ruled;
  expect(await activityOf(service, documents.looked)).toEqual(activity);
  for (const about of ['looked', 'named', 'kept'] as const)
    expect(await done(service, 'GET', `/v1/policies/${policies[about]}`)).toMatchObject({
      rules: rulesOf[about],
    });
  for (const document of [documents.looked, documents.named]) {
    await ask(service, 'GET', `/d/${document.document_id}`, { as: reader });
    await service.drain();
  }
  await expectByRules(service, documents);
  await done(service, 'DELETE', address(documents.kept));
}
