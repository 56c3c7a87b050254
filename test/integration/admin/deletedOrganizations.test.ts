import { expect, test } from 'vitest';
import { deleted, founded, operator } from './operator.ts';

const stage = operator();
const { admin, record, rows } = stage;

const idsOf = async (...options: string[]) =>
  (await rows('organizations list', ...options)).map(({ id }) => id);

test('lists a deleted organization until it is restored with its members, once', async () => {
  const { email, organization } = await founded(stage);
  await deleted(organization, stage.clock.now);
  expect(await idsOf()).not.toContain(organization);
  expect(await rows('organizations list', '--deleted')).toMatchObject([
    {
      id: organization,
      deleted_at: new Date(stage.clock.now).toISOString(),
      restorable_until: new Date(stage.clock.now + 30 * 24 * 60 * 60_000).toISOString(),
      state: 'suspended',
    },
  ]);
  expect(await admin('organizations show', organization)).toMatchObject({ code: 1 });
  expect(await record('users show', email)).toMatchObject({ current_organization_id: null });

  const restored = await admin('organizations restore', organization);

  expect(restored).toMatchObject({ code: 0 });
  expect(restored.stdout).toContain('It is restored');
  expect(await idsOf()).toContain(organization);
  expect(await idsOf('--deleted')).not.toContain(organization);
  expect(await record('users show', email)).toMatchObject({
    current_organization_id: organization,
    role: 'owner',
  });
  const again = await admin('organizations restore', organization);
  expect(again).toMatchObject({ code: 0 });
  expect(again.stdout).toContain('It is not deleted.');
});
