import { withoutAnswer } from '../../shared/acts/answering.ts';
import { createOrganization } from '../../shared/acts/createOrganization.ts';
import { newId } from '../../shared/data/table/ids.ts';
import { acting, records, refuses } from './actTable.ts';

const create = (given: Parameters<typeof createOrganization>[0]) => createOrganization(given, withoutAnswer);
const founded = async () => {
  const { owner, by, now } = await acting();
  return { founderId: owner.id, name: 'Second', by, now };
};

records(create, founded, { entries: ['organization.created'], events: ['organization.created'] });

refuses(create, {
  quota_exceeded: async () => ({ ...(await founded()), quota: 0 }),
  no_founder: async () => ({ ...(await founded()), founderId: newId('user') }),
});
