export interface LocalPerson {
  readonly name: string;
  readonly email: string;
}

/** An e-mail address in this domain makes someone service staff here. */
export const localStaffDomain = 'staff.example';

/** The people of the local stage. They have accounts, and can sign in. */
export const people = {
  owner: { name: 'Olivia Owner', email: 'olivia@acme.example' },
  admin: { name: 'Adam Admin', email: 'adam@acme.example' },
  member: { name: 'Mia Member', email: 'mia@acme.example' },
  outsider: { name: 'Oskar Outsider', email: 'oskar@borealis.example' },
  staff: { name: 'Stella Staff', email: `stella@${localStaffDomain}` },
  newcomer: { name: 'Nora Newcomer', email: 'nora@newcomer.example' },
} as const satisfies Record<string, LocalPerson>;

/**
 * People who can sign in at the local identity provider, but whom the service refuses: one has no account, the other no verified address.
 */
export const strangers = {
  unknown: { name: 'Uma Unknown', email: 'uma@nowhere.example' },
  unverified: { name: 'Victor Unverified', email: 'victor@acme.example' },
} as const satisfies Record<string, LocalPerson>;
