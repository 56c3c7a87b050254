import type * as contracts from '../operations/me.ts';
import { permissionsOfRole } from '../permissions.ts';
import { type Me, me, ownOrganization } from '../resources/me.ts';
import { permission } from '../resources/permission.ts';
import { eventExamples } from './eventTypes.ts';
import { named, type WordsOf } from './named.ts';

named('Me', me, {
  description: 'The caller of a request.',
  fields: {
    user: 'The person or service account.',
    organization_id: 'The organization in which the credential acts; null: in none.',
    role: 'The role there; null outside of any organization, and for former members.',
    permissions: 'The permissions of the credential there.',
    organizations: 'The organizations that the person or service account belongs to.',
  },
});
named('OwnOrganization', ownOrganization, {
  description: 'An organization that the caller belongs to.',
  fields: { id: 'The organization.', name: 'Its name.', role: 'The role of the caller there.' },
});
named('Permission', permission, {
  description:
    'A permission that an operation requires. A key can have fewer permissions than the role of its owner. ' +
    '`organization#own` stands for the powers of owners. A key has it only if its creation asked for it.',
});

const { actor, data: founded } = eventExamples['organization.created'];

const example: Me = {
  user: { id: actor?.id ?? 'user_', type: 'user_account', name: actor?.name ?? '' },
  organization_id: founded.id,
  role: 'owner',
  permissions: [...permissionsOfRole.owner],
  organizations: [{ id: founded.id, name: founded.name, role: 'owner' }],
};

export const words: WordsOf<typeof contracts> = {
  getMe: {
    description:
      'For people and service accounts, with keys and sessions. The list has all organizations, newest first. A recent ' +
      'change of another organization can be missing for a moment; the current one is always up to date.',
    success: 'The caller.',
    response: example,
  },
  updateMe: {
    description:
      'For people with a session; an API key gets 403. Pages, watermarks and the list of members show the new name from the next ' +
      'request on. The list of members then has it as `display_name`, without given and family name. `created_by` and ' +
      '`attached_by` keep the name of that time. No sign-in changes the name.',
    requestBody: {
      description: 'Your changes. An empty object changes nothing.',
      fields: {
        name: 'Your new name. It is not blank, and has no control characters and no characters that change the direction of text.',
      },
    },
    request: { name: 'Augusta Ada King' },
    success: 'You, as you are now.',
    response: { ...example, user: { ...example.user, name: 'Augusta Ada King' } },
  },
};
