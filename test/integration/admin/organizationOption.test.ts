import { describe, expect, test } from 'vitest';
import { founded, joined, operator } from './operator.ts';

const stage = operator();
const { record, refuses } = stage;

describe('--organization can be left out', () => {
  test('when a person is in one organization only', async () => {
    const { organization } = await founded(stage);
    const email = await joined(stage, organization);

    expect(await record('members set-role --yes', email, 'admin')).toMatchObject({
      organization_id: organization,
    });
    expect(await record('members remove', email, '--yes')).toMatchObject({
      organization_id: organization,
    });
  });

  test('but not when a person is in several', async () => {
    const [one, other] = [await founded(stage), await founded(stage)];
    await record('members add', one.email, '--organization', other.organization);

    await refuses(1, expect.stringMatching(/^error: There are \d+ organizations\. Name one/), 'members list');
    const named = new RegExp(`is in 2 organizations\\. Name one .*: .*Example Ltd \\(${one.organization}\\)`);
    await refuses(1, expect.stringMatching(named), 'members set-role --yes', one.email, 'member');
  });
});
