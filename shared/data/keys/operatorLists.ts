import { ulidOf } from '../../contract/identifiers.ts';
import type { UserId } from './key.ts';

/** Partitions of the list index whose lists are for operators. */
export const operatorList = {
  organizations: 'ORGANIZATIONS',
  deletedOrganizations: 'ORGANIZATIONS#DELETED',
  callers: 'CALLERS',
  apiKeys: (ownerId: UserId) => `KEYS#USER#${ulidOf(ownerId)}`,
  sessions: (userId: UserId) => `SESSIONS#USER#${ulidOf(userId)}`,
};
