import { expect, test } from 'vitest';
import { namesOf } from '../../../shared/signIn/names.ts';

test.for([' ', 'Ada\nKing', 'Ada \u202eKing', '', undefined, 7])(
  'a new person whose provider sends the name %j has the local part of their address',
  (name) => {
    const names = namesOf({ name, given_name: name, family_name: 'King' }, 'ada@example.com');

    expect(names).toEqual({ email: 'ada@example.com', name: 'ada', given_name: null, family_name: 'King' });
  },
);
