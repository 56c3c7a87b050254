import { expect, test } from 'vitest';
import type { Identification, Principal } from '../../../shared/access/principal.ts';
import { permissions } from '../../../shared/contract/permissions.ts';
import { newId } from '../../../shared/data/table/ids.ts';
import { contextOf, identificationOf, networkIn } from '../../../shared/http/authorizerContext.ts';

const principal: Principal = {
  user: { id: newId('user'), type: 'user_account', name: 'Someone' },
  organization_id: newId('org'),
  role: 'owner',
  permissions: [...permissions],
  credential: 'key',
  reader: false,
  bound: false,
  staff: false,
};
const identification: Identification = {
  caller: { principal },
  staff_override: { principal: { ...principal, staff: true } },
  rate: { limit: 1000, remaining: 999, resets_at_seconds: 60, exceeded: false },
};

test('the context of the authorizer is the same after its encoding', () => {
  const context = contextOf(identification, '203.0.113.0/24');

  expect(identificationOf(context)).toEqual(identification);
  expect(networkIn(context)).toBe('203.0.113.0/24');
});

test('a permission of a later release is left out', () => {
  const later = { ...principal, permissions: ['document#read', 'document#burn'] };

  const { caller } = identificationOf({
    identification: JSON.stringify({ ...identification, caller: { principal: later } }),
    network: '203.0.113.0/24',
  });

  expect(caller).toMatchObject({ principal: { permissions: ['document#read'] } });
});
