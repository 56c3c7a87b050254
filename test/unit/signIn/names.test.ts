import { expect, test } from 'vitest';
import { namesOf } from '../../../shared/signIn/names.ts';

test.for([
  [' ', null],
  ['\u3164\u2800', null],
  [undefined, null],
  ['Ada\r\n King\t', 'Ada King'],
  ['Ada \u202e\u0000\u2066 King', 'Ada King'],
  ['A\ud800da', 'Ada'],
  [`${'x'.repeat(254)} yz`, 'x'.repeat(254)],
  ['👩‍👩‍👧 می\u200cخواهم', '👩‍👩‍👧 می\u200cخواهم'],
])('the name %j of an identity provider is stored as %j', ([name, stored]) => {
  const names = namesOf({ name, given_name: name, family_name: 'King' }, 'ada@example.com');

  // A person without a visible name gets the local part of their address.
  expect(names).toEqual({
    email: 'ada@example.com',
    name: stored ?? 'ada',
    given_name: stored,
    family_name: 'King',
  });
});
