import { expect, test } from 'vitest';
import { jsonWithoutPerson } from '../../../shared/data/callers/withoutPerson.ts';

const ulid = '01j9zq4t8w3v5x7y9a1c2d3e4f';
const person = { id: `user_${ulid}`, email: 'Ada@Example.com' } as const;
const without = (value: unknown) => JSON.parse(jsonWithoutPerson(JSON.stringify(value), person));

test.for([
  ['a user', { id: person.id, type: 'user_account', name: 'Ada' }, { name: 'Erased user' }],
  ['an actor', { id: person.id, type: 'user_account', name: 'Ada', staff: true }, { name: 'Erased user' }],
  [
    'a member',
    {
      user_id: `usr_${ulid}`,
      email: 'ada@example.com',
      display_name: 'Ada',
      given_name: 'Ada',
      family_name: 'L',
    },
    { email: '', display_name: 'Erased user', given_name: '', family_name: '' },
  ],
  ['an invitation', { id: `inv_${ulid}`, email: 'ada@EXAMPLE.com', role: 'member' }, { email: '' }],
  [
    'their request for access',
    { id: `acr_${ulid}`, email: 'ada@example.com', name: 'Ada' },
    { email: '', name: 'Erased user' },
  ],
] as const)('%s has no name of the person', ([, value, changed]) => {
  expect(without({ data: [value] })).toEqual({ data: [{ ...value, ...changed }] });
});

test("the name of a person's key is removed with its owner", () => {
  const key = { id: `key_${ulid}`, name: "Ada's laptop", owner: { id: person.id, name: 'Ada' } };

  expect(without(key)).toEqual({
    ...key,
    name: 'Erased user',
    owner: { id: person.id, name: 'Erased user' },
  });
});

test('an address of the person is removed from lists, such as those in rules', () => {
  const rules = { allowed_emails: ['grace@example.com', 'ADA@example.com'] };

  expect(without({ data: { rules } })).toEqual({
    data: { rules: { allowed_emails: ['grace@example.com', 'erased@example.invalid'] } },
  });
});

test('lists are not changed if the address of the person is unknown', () => {
  const json = JSON.stringify({ events: ['document.updated'], allowed_email_domains: ['example.com'] });

  expect(jsonWithoutPerson(json, { id: person.id, email: person.id })).toBe(json);
});

test('everything else is unchanged, byte for byte', () => {
  const json = JSON.stringify({
    id: 'evt_x',
    actor: { name: 'Grace', id: 'user_01j9zq4t8w3v5x7y9a1c2d3e40' },
    data: {
      created_by: person.id,
      name: 'Ada',
      title: 'of ada@example.com',
      email: 'grace@example.com',
      n: [1, null],
    },
  });

  expect(jsonWithoutPerson(json, person)).toBe(json);
});
