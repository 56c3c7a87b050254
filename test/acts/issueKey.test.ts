import { withoutAnswer } from '../../shared/acts/answering.ts';
import { issueKey } from '../../shared/acts/issueKey.ts';
import { newApiKey } from '../../shared/data/callers/apiKeys.ts';
import { acting, records, refuses } from './actTable.ts';

const issue = (given: Parameters<typeof issueKey>[0]) => issueKey(given, withoutAnswer);
const key = async () => {
  const { owner, user, organizationId, by, now } = await acting();
  const given = { secret_hash: '', name: 'test', owner_id: owner.id, organization_id: organizationId };
  const make = async () => ({ apiKey: newApiKey({ ...given, uuid: crypto.randomUUID() }, now), owner: user });
  return { make, by, now, longestLifeDays: null };
};

records(issue, key, { entries: ['api_key.created'], events: ['api_key.created'] });

refuses(issue, {
  too_many: async () => {
    const given = { ...(await key()), most: 1 };
    await issue(given);
    return given;
  },
});
