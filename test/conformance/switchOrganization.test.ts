import { describe, expect, test } from 'vitest';
import { people } from '../../infra/local/people.ts';
import { call } from '../support/documents.ts';
import { organization_id, problem, sameOrigin } from '../support/organizations.ts';
import { Person } from '../support/person.ts';
import { base_url, noLocalProvider, signIn } from '../support/signIn.ts';
import { newOrganization } from '../support/webhooks.ts';

const nowhere = 'org_00000000000000000000000000';

describe.skipIf(noLocalProvider)('a session', () => {
  /** A new session of the owner, for one test. */
  async function newSession() {
    const person = new Person();
    await signIn(person, people.owner.email);
    const headers = { Cookie: `session=${person.cookie(base_url, 'session')}`, ...sameOrigin };
    return {
      change: (json: object) => call.switchOrganization({ as: null, headers, json }),
      actsIn: async () => (await call.getMe({ as: null, headers })).body.organization_id,
    };
  }

  test('acts in another organization of its person from the next request on, and can switch back', async () => {
    const { id } = await newOrganization();
    const [session, other] = [await newSession(), await newSession()];

    const { body } = await session.change({ organization_id: id });

    expect(body).toEqual({ id, name: 'Webhooks', created_at: expect.any(String) });
    expect(await session.actsIn()).toBe(id);
    expect(await other.actsIn()).toBe(organization_id);
    expect((await session.change({ organization_id })).body.id).toBe(organization_id);
    expect(await session.actsIn()).toBe(organization_id);
  });

  test('does not switch to an organization that its person does not belong to, or that does not exist', async () => {
    const session = await newSession();
    const outsiders = (await call.getMe({ as: 'outsider' })).body.organization_id ?? nowhere;

    const answers = [
      await session.change({ organization_id: outsiders }),
      await session.change({ organization_id: nowhere }),
    ];

    for (const answer of answers) expect(answer).toMatchObject(problem(404));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.problem))).size).toBe(1);
    expect(await session.actsIn()).toBe(organization_id);
  });
});
