import { sessionId } from '../identifiers.ts';
import type * as contracts from '../operations/me.ts';
import { permissionsOfRole } from '../permissions.ts';
import { lostOwnership, type Me, me, ownOrganization } from '../resources/me.ts';
import { permission } from '../resources/permission.ts';
import { session } from '../resources/session.ts';
import { emptyObject, listPageOf } from './common.ts';
import { eventExamples } from './eventTypes.ts';
import { named, namedId, type WordsOf } from './named.ts';
import { ofOneLine } from './texts.ts';

named('Me', me, {
  description: 'The caller of a request.',
  fields: {
    user: 'The person or service account.',
    organization_id: 'The organization in which the credential acts; null: in none.',
    role: 'The role there; null outside of any organization, and for former members.',
    permissions: 'The permissions of the credential there.',
    organizations: 'The organizations that the person or service account belongs to.',
    language: 'The language that the person chose. Null: none.',
    lost_ownership: 'The ownership that reclaimOwnership gives back. Absent: there is none.',
  },
  extensions: ['lost_ownership'],
});
named('LostOwnership', lostOwnership, {
  description: 'An ownership that somebody without an owner’s powers took from the caller.',
  fields: {
    organization_id: 'The organization.',
    organization_name: 'Its name.',
    reclaimable_until: 'Until when the caller can take the role back.',
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

named('Session', session, {
  description: 'A session of a person: a browser in which they are signed in.',
  fields: {
    id: 'The session. Its 26 characters are the first of the SHA-256 of its token, and are not secret.',
    created_at: 'When it began, by signing in.',
    last_used_at: 'When it was last used. A later use of up to ten minutes after this time may be missing.',
    expires_at: 'When it ends without further use.',
    current: 'Whether it is the session of this request.',
  },
});
namedId('SessionId', sessionId, 'a session', 'ses_0b3c8f2a9d4e5f60718293a4b5');

const { actor, data: founded } = eventExamples['organization.created'];

const example: Me = {
  user: { id: actor?.id ?? 'user_', type: 'user_account', name: actor?.name ?? '' },
  organization_id: founded.id,
  role: 'owner',
  permissions: [...permissionsOfRole.owner],
  organizations: [{ id: founded.id, name: founded.name, role: 'owner' }],
  language: null,
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
      '`attached_by` keep the name of that time. No sign-in changes the name. The language has no entry of activity.',
    requestBody: {
      description: 'Your changes. An empty object changes nothing.',
      fields: {
        name: `Your new name. ${ofOneLine}`,
        language: 'The language of the pages and mails for you. Null: the service chooses it.',
      },
    },
    request: { name: 'Augusta Ada King' },
    success: 'You, as you are now.',
    response: { ...example, user: { ...example.user, name: 'Augusta Ada King' }, language: 'de' },
  },
  listSessions: {
    description:
      'For people with a session; an API key gets 403. A session ends at the latest 7 days after it began, and by default ' +
      '12 hours after its last use; the operator may set other times. A session that has just begun can be missing for a moment. A page can have fewer items than `limit` while ' +
      '`has_more` is true; continue with `next_cursor`.',
    success: 'A page of your sessions, without their tokens.',
    ...listPageOf(
      'SessionPage',
      'A page of the sessions of one person, newest first.',
      'The sessions that have not ended.',
      [
        {
          id: 'ses_0b3c8f2a9d4e5f60718293a4b5',
          created_at: '2026-03-20T09:00:00.000Z',
          last_used_at: '2026-03-20T14:10:00.000Z',
          expires_at: '2026-03-21T02:10:00.000Z',
          current: true,
        },
      ],
    ),
  },
  deleteSession: {
    description:
      'For people with a session; an API key gets 403. The session answers 401 from the next request on. To end the current ' +
      'session also removes its cookie. Sessions that are not yours, or have ended, answer 404. If only a shorter ' +
      'setting of the operator ended a session, this ends it for good.',
    success: 'An empty object: the session has ended.',
    ...emptyObject('SessionEnded'),
  },
};
