import { describe, expect, test } from 'vitest';
import type { Actor } from '../support/client.ts';
import { call, upload } from '../support/documents.ts';
import { membersOf, problem, user_ids, withoutChange } from '../support/organizations.ts';

const remove = (user_id: string, as: Actor = 'owner') =>
  withoutChange(() => call.removeMember({ as, path: { user_id } }));
const nobody = 'usr_00000000000000000000000000';

describe('no member is removed', () => {
  test('if it is the last owner, by an admin', async () => {
    const answer = await remove(user_ids.owner, 'admin');

    expect(answer).toMatchObject(problem(422, ['path.user_id', user_ids.owner]));
    expect(answer.problem?.detail).toContain('last owner');
    expect(answer.headers.get('x-error-code')).toBe('last_owner');
  });

  test('for an unknown person, a member of another organization or a service account, with the same answer', async () => {
    const [outsider] = await membersOf('outsider');
    const machine = (await upload({ as: 'service_account' })).created_by.id.replace('svc_', 'usr_');

    const answers = [];
    for (const user_id of [nobody, outsider?.user_id ?? '', machine]) answers.push(await remove(user_id));

    for (const answer of answers) expect(answer).toMatchObject(problem(404));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.problem))).size).toBe(1);
    expect(await membersOf('outsider')).toEqual([outsider]);
    expect((await call.listDocuments({ as: 'service_account' })).status).toBe(200);
  });
});
