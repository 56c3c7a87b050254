import { revokeKey } from '../../shared/acts/revokeKey.ts';
import { storedApiKey } from '../support/people/people.ts';
import { acting, records, refuses } from './actTable.ts';

const key = async () => {
  const { owner, by, now } = await acting();
  return { uuid: (await storedApiKey(owner)).record.uuid, by, now };
};

records(revokeKey, key, { entries: ['api_key.revoked'], events: ['api_key.revoked'] });

refuses(revokeKey, { no_key: async () => ({ ...(await key()), uuid: crypto.randomUUID() }) });
