import { expect, test } from 'vitest';
import { permissions } from '../../../shared/contract/permissions.ts';
import { contextOf, identificationOf, networkIn } from '../../../shared/http/authorizerContext.ts';
import { identified, principal as somebody } from '../../support/handlerEvents.ts';

const principal = somebody({ permissions: [...permissions] });
const identification = {
  ...identified(),
  caller: { principal },
  staff_override: { principal: { ...principal, staff: true } },
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
