import { eventExamples } from '../../contract/eventExamples.ts';
import type * as contracts from '../../contract/operations/me.ts';
import { permissionsOfRole } from '../../contract/permissions.ts';
import type { TextsOf } from './text.ts';

const { actor, data: founded } = eventExamples['organization.created'];

export const me: TextsOf<typeof contracts> = {
  getMe: {
    description:
      'For people and service accounts, with keys and sessions alike. The list of organizations is whole, newest first, and may be a ' +
      'moment behind; the one in which you act is always right.',
    success: 'The caller.',
    response: {
      user: { id: actor?.id ?? 'user_', type: 'user_account', name: actor?.name ?? '' },
      organization_id: founded.id,
      role: 'owner',
      permissions: [...permissionsOfRole.owner],
      organizations: [{ id: founded.id, name: founded.name, role: 'owner' }],
    },
  },
};
