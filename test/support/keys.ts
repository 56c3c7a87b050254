import * as activity from '../../shared/data/keys/activity.ts';
import * as callers from '../../shared/data/keys/callers.ts';
import * as documents from '../../shared/data/keys/documents.ts';
import * as groups from '../../shared/data/keys/groups.ts';
import * as mail from '../../shared/data/keys/mail.ts';
import * as operatorLists from '../../shared/data/keys/operatorLists.ts';
import * as organizations from '../../shared/data/keys/organizations.ts';
import * as policies from '../../shared/data/keys/policies.ts';
import * as reading from '../../shared/data/keys/reading.ts';
import * as roomReadings from '../../shared/data/keys/roomReadings.ts';
import * as rooms from '../../shared/data/keys/rooms.ts';
import * as search from '../../shared/data/keys/search.ts';
import * as shares from '../../shared/data/keys/shares.ts';
import * as webhooks from '../../shared/data/keys/webhooks.ts';
import * as work from '../../shared/data/keys/work.ts';

/** All functions that make keys and partitions of the table. */
export const keys = {
  ...activity,
  ...callers,
  ...documents,
  ...groups,
  ...mail,
  ...operatorLists,
  ...organizations,
  ...policies,
  ...reading,
  ...roomReadings,
  ...rooms,
  ...search,
  ...shares,
  ...webhooks,
  ...work,
};
