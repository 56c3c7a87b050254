import { expect, test } from 'vitest';
import { namesOf } from '../../../shared/signIn/names.ts';

test.for([' ', 'Ada\nKing', 'Ada \u202eKing', '', undefined, 7])(
  'a new person with the name %j at the provider gets the local part of their address as a name',
  (name) => {
    const names = namesOf({ name, given_name: name, family_name: 'King' }, 'ada@example.com');

    expect(names).toEqual({ email: 'ada@example.com', name: 'ada', given_name: null, family_name: 'King' });
  },
);
