import { setTimeout as delay } from 'node:timers/promises';
import { eraseMention, type Mention, scanMentions } from '../../../shared/data/callers/mentions.ts';
import type { Person } from '../../../shared/data/callers/withoutPerson.ts';

/** The number of items that are changed at the same time. The SDK has more connections, so no request waits. */
const concurrency = 16;
/** Reading a page of items costs 256 read units. With this pause, the command uses at most 2,560 a second, and requests have the rest. */
const pageMilliseconds = 100;

const none = {
  changed_documents: 0,
  changed_versions: 0,
  changed_attachments: 0,
  changed_earlier_texts: 0,
  changed_invitations: 0,
  changed_shares: 0,
  changed_access_requests: 0,
  changed_group_entries: 0,
  changed_rooms: 0,
  changed_room_access: 0,
  changed_events: 0,
  changed_answers: 0,
  changed_memberships: 0,
};

/**
 * Removes a person's data from every item of the table, and repeats this until no item has such data. Returns the numbers of items changed.
 */
export async function eraseMentions(person: Person) {
  const counts = { ...none };
  for (let found = 1; found > 0; ) {
    found = 0;
    for await (const page of scanMentions(person)) {
      const pageOver = delay(pageMilliseconds);
      for (let start = 0; start < page.length; start += concurrency) {
        const some = page.slice(start, start + concurrency);
        const erased = await Promise.all(some.map((mention) => eraseMention(mention, person)));
        for (const { sk } of some.filter((_, index) => erased[index])) {
          found += 1;
          const kind = kindOf(sk);
          if (kind) counts[kind] += 1;
        }
      }
      await pageOver;
    }
  }
  return counts;
}

/**
 * Returns the count that an item belongs to. Items of the frame of a room have two parts in common. An attached policy and a share are two
 * items each, of which one is counted. For an hour after a policy was attached, there is a third item, which counts too.
 */
function kindOf(sk: Mention['sk']) {
  const [kind = '', part] = sk.split('#');
  return kinds.get(kind === 'FRAME' ? `${kind}#${part}` : kind);
}

const kinds = new Map<string, keyof typeof none>([
  ['DOC', 'changed_documents'],
  ['DELETED', 'changed_documents'],
  ['VERSION', 'changed_versions'],
  ['ATTACHED', 'changed_attachments'],
  ['EARLIER', 'changed_earlier_texts'],
  ['INVITATION', 'changed_invitations'],
  ['SHAREDWITH', 'changed_shares'],
  ['ACCESSREQUEST', 'changed_access_requests'],
  ['ENTRY', 'changed_group_entries'],
  ['FRAME#ROOM', 'changed_rooms'],
  ['FRAME#ACCESS', 'changed_room_access'],
  ['FRAME#GATE', 'changed_attachments'],
  ['EVENT', 'changed_events'],
  ['ANSWER', 'changed_answers'],
  ['SUSPENDED', 'changed_memberships'],
]);
