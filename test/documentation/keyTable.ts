import { fileURLToPath } from 'node:url';
import type { Ulid } from '../../shared/contract/identifiers.ts';
import type { Key } from '../../shared/data/keys/key.ts';
import { keys as table } from '../support/keys.ts';

/** The page with the keys of all items. `npm run pages` writes it. */
export const keysPage = fileURLToPath(new URL('../../shared/data/KEYS.md', import.meta.url));

/** A kind of item, its key, and its places in the indexes: `list`, `filter` with their partitions and sort keys, or `due`. */
type Row = readonly [item: string, key: Key, ...places: string[]];

/** The names that the page uses. The page must use all that make keys or partitions. */
const used = new Set<string>();
/** The first key that each function made. */
const made = new Map<string, Key>();
const keys = new Proxy(table, {
  get(target, name: keyof typeof table) {
    used.add(name);
    const maker: unknown = target[name];
    if (typeof maker !== 'function' || !name.endsWith('Key')) return maker;
    return (...given: readonly unknown[]) => {
      const key = maker(...given);
      if (!made.has(name)) made.set(name, key);
      return key;
    };
  },
});

/** Names of keys and partitions that no item has: the beginnings of others. */
const beginnings = ['webhooksKey', 'viewCountersKey', 'groupEntriesKey', 'hiddenDocumentsKey'];

const [doc, ver, act, pol, shr, org, user, evt, whk, inv, grp, gre, room, itm] = [
  'doc_<doc>',
  'ver_<ver>',
  'act_<act>',
  'pol_<pol>',
  'shr_<shr>',
  'org_<org>',
  'user_<user>',
  'evt_<evt>',
  'whk_<whk>',
  'inv_<inv>',
  'grp_<grp>',
  'gre_<gre>',
  'room_<room>',
  'itm_<itm>',
] as const;
// A ULID has no prefix, so its type does not take a placeholder.
const ulid = '<ulid>' as Ulid;
const tenant = 'org_<tenant>';
const day = '<day>';
/** A number in a key. The page shows it as `<number>`. */
const number = Number.NaN;
const views = { document_id: doc, minute: number, network: '<network>' };
const idempotency = { user_id: user, organization_id: org, key: '<key>' } as const;

/** A place in the index `list` or `filter`. */
const list = (partition: string, sort: string) => `\`list\`: \`${partition}\`, \`${sort}\``;
const filter = (partition: string, sort: string) => `\`filter\`: \`${partition}\`, \`${sort}\``;
const due = (when: string) => `\`due\` ${when}`;

/** Returns the rows by subject. */
const rows = (): Readonly<Record<string, readonly Row[]>> => ({
  Documents: [
    [
      'document',
      keys.documentKey(doc),
      list(keys.documentList.shared(org), '<doc>'),
      `private: \`${keys.documentList.private(org, user)}\``,
      `without organization: \`${keys.documentList.personal(user)}\``,
    ],
    [
      'deleted document',
      keys.deletedDocumentKey(doc),
      list(keys.documentList.deleted('<one of these>'), '<ulid>'),
      due('until it is removed'),
    ],
    ['version', keys.versionKey(doc, ver), due('while it is processed')],
    ['deleted version', keys.deletedVersionKey(doc, ver), due('until its files are removed')],
    ['attached policy, by time', keys.attachmentKey(doc, ulid), list(keys.policyList(pol), '<ulid>')],
    ['attached policy, by id', keys.policyAttachmentKey(doc, pol), filter(keys.policyList(pol), '<doc>')],
    ['recent attachment', keys.recentAttachmentKey(org, ulid)],
    ['acceptance of a text', keys.acknowledgementKey(doc, '<sha256>', '<reader>')],
    ['accepted text', keys.acknowledgedTextKey(doc, '<sha256>')],
    ['earlier text', keys.earlierTextKey(doc, act)],
    ['what a change replaced', keys.documentChangeKey(doc, act)],
    ['... in release 1.1.0', keys.oldDocumentChangeKey(doc, act)],
    [
      'share with an address',
      keys.sharedWithKey(doc, '<address>'),
      list(keys.sharesWith('<address>'), '<shr>'),
    ],
    ['place of a share in its document', keys.shareKey(doc, shr)],
    ['place of a withdrawn share in its document', keys.endedShareKey(doc, shr)],
    ['request for access by an address', keys.accessRequestKey(doc, '<address>')],
    ['readings by a share', keys.shareReadsKey(doc, shr)],
    ['state of the latest mail of a share', keys.shareMailKey(doc, shr)],
    ['readings of a day (UTC)', keys.dayCountsKey(doc, day)],
    ['reader', keys.documentReaderKey(doc, '<reader>'), filter(keys.readerList(doc), '<act>')],
    ['seconds of pages of a version for a reader', keys.seenPagesKey(doc, ver, 'SHARED', '<reader>')],
    ['... while the document was private', keys.seenPagesKey(doc, ver, 'PRIVATE', '<reader>')],
    ['pictures that the reader requested', keys.fetchedPagesKey(doc, ver, 'SHARED', '<reader>')],
    ['views that reached the pages of a version', keys.reachedPagesKey(doc, ver, 'SHARED')],
    ['... while the document was private', keys.reachedPagesKey(doc, ver, 'PRIVATE')],
    ['upload of a large file', keys.uploadKey('upl_<upl>')],
    ['state of the pictures of a version', keys.preparedPagesKey(ver)],
    ['stamped copy of a reader', keys.stampedCopyKey(user, ver)],
    ['copies made in a quarter of an hour', keys.stampedCountKey(user, number)],
    ['what the search index has of a document', keys.indexedKey(doc)],
    [
      'mark of a document for search, by tenant',
      keys.indexMarkKey('<tenant>' as Ulid, doc, 'shows'),
      due('until the index has its change'),
    ],
    [
      '... of one that searches leave out',
      keys.indexMarkKey('<tenant>' as Ulid, doc, 'hides'),
      due('as well'),
    ],
  ],
  'Organizations and policies': [
    ['organization', keys.organizationKey(org), list(keys.operatorList.organizations, '<org>')],
    [
      'deleted organization',
      keys.deletedOrganizationKey(org),
      list(keys.operatorList.deletedOrganizations, '<deleted_at>#<org>'),
      due('until its members are suspended, and until it is removed'),
    ],
    ['what a change replaced', keys.organizationChangeKey(org, act)],
    ['logo of an organization', keys.logoKey(org, '<sha256>')],
    ['member', keys.memberKey(org, user), list(keys.membershipList(user), '<org>')],
    ['membership that has ended', keys.formerMemberKey(org, ulid)],
    ['last time when the member with an address left', keys.leftKey(org, '<address>')],
    ['invitation that was not used', keys.invitationKey(org, inv)],
    ['roster of service accounts', keys.serviceAccountRosterKey(org)],
    [
      'policy',
      keys.policyKey(org, pol),
      `${filter(keys.archivedPolicyList(org), '<pol>')} while it is archived`,
    ],
    ['names of policies that are not archived', keys.policyNamesKey(org)],
    ['group', keys.groupKey(org, grp)],
    ['names of groups', keys.groupNamesKey(org)],
    ['entry of a group', keys.groupEntryKey(grp, gre)],
    ['groups of a member', keys.groupsOfKey(org, { user_id: user })],
    [
      'groups of an address',
      keys.groupsOfKey(org, { email: '<address>' }),
      list(keys.groupsOfList({ email: '<address>' }), '<org>'),
    ],
    [
      'groups of a domain',
      keys.groupsOfKey(org, { domain: '<domain>' }),
      list(keys.groupsOfList({ domain: '<domain>' }), '<org>'),
    ],
    ['deleted group', keys.removedGroupKey(org, grp), due('until its entries are removed')],
    ['member of a deleted organization', keys.suspendedKey(keys.memberKey(org, user))],
    ['usage and quotas of a tenant', keys.usageKey(tenant), filter(keys.uncountedList, '<number>#<tenant>')],
    ['bytes of requested uploads of a day', keys.askedKey(tenant, day)],
  ],
  Rooms: [
    ['room', keys.roomKey(room), list(keys.roomList.ofOrganization(org), '<room>')],
    ['folder of a room', keys.folderKey(room, itm)],
    ['policy at the gate of a room', keys.gateKey(room, pol)],
    [
      'access entry of a group',
      keys.accessKey(room, itm, { group_id: grp }),
      list(keys.roomList.access(org, { group_id: grp }), '<room>#<rac>'),
    ],
    [
      '... of an address, for the whole room',
      keys.accessKey(room, null, { email: '<address>' }),
      list(keys.roomList.access(org, { email: '<address>' }), '<room>#<rac>'),
    ],
    [
      '... of all members',
      keys.accessKey(room, null, { organization: true }),
      list(keys.roomList.access(org, { organization: true }), '<room>#<rac>'),
    ],
    ['document in a folder', keys.placedKey(room, itm, doc)],
    ['... at the top', keys.placedKey(room, null, doc)],
    ['place of a document', keys.placeKey(room, doc), list(keys.roomList.withDocument(doc), '<room>')],
    ['acceptance of a text at the gate', keys.acknowledgementKey(room, '<sha256>', '<reader>')],
    ['text accepted at the gate', keys.acknowledgedTextKey(room, '<sha256>')],
    ['mails about an access entry', keys.accessMailsKey(room, 'rac_<rac>')],
    ['reader of a room', keys.roomReaderKey(room, user), filter(keys.roomReaderList(room), '<act>')],
    ['what a reader read of a document', keys.roomReadKey(room, user, doc)],
    ['place of an entry of activity in its room', keys.roomActivityKey(room, act)],
    ['room with a policy at its gate', keys.gatedRoomKey(org, pol, room)],
    ['number of rooms', keys.roomCountKey(org)],
    ['deleted room', keys.removedRoomKey(org, room), due('until everything in it is removed')],
    [
      'copies of the state of a document in rooms',
      keys.staleCopiesKey(doc, ulid),
      due('until they are refreshed'),
    ],
    ['removed item', keys.removedItemKey(org, room, ulid), due('until what was below it is removed')],
  ],
  'Callers and credentials': [
    ['person or service account', keys.callerKey(user), list(keys.operatorList.callers, '<user>')],
    ['e-mail address', { pk: 'EMAIL#<address>', sk: keys.emailKey('a@example.org')?.sk ?? '' }],
    ['account at an identity provider', keys.identityKey('<sha256>')],
    ['ownership that was taken', keys.takenOwnershipKey(user, ulid)],
    [
      'API key',
      keys.apiKeyKey('<uuid>'),
      list(keys.operatorList.apiKeys(user), '<created_at>#<uuid>'),
      due('before its end, if its owner gets a mail'),
    ],
    ['last use of an API key', keys.keyUseKey('<uuid>')],
    ['roster of the API keys of an owner', keys.apiKeyRosterKey(user)],
    ['session', keys.sessionKey('ses_<ses>'), list(keys.operatorList.sessions(user), '<ulid>')],
    ['sign-in that has begun', keys.signInKey('<sha256>')],
    ['first answer to an Idempotency-Key', keys.answerKey(idempotency)],
    ['secret in that answer', keys.shownSecretKey(idempotency)],
    ['requests of a minute', keys.rateKey('<counted>', number)],
  ],
  'Events and webhooks': [
    ['webhook endpoint', keys.webhookKey(org, whk)],
    ['endpoint of a deleted organization', keys.suspendedKey(keys.webhookKey(org, whk))],
    [
      'event',
      keys.eventKey(evt),
      filter(keys.eventList.shared(org), '<evt>#<type>'),
      `of private documents: \`${keys.eventList.private(org, user)}\``,
      due('until it is fanned out'),
    ],
    ['lane of an endpoint', keys.laneKey(whk), due('while there is work')],
    [
      'delivery',
      keys.deliveryKey(whk, evt),
      `${filter(keys.deliveryList(whk, 'failed'), '<evt>')} when it failed, or \`#skipped\``,
    ],
    ['place of a pending delivery', keys.scheduleKey(whk, number, evt, 'document.created')],
    ['... whose event is about a reader', keys.scheduleKey(whk, number, evt, 'document.viewed')],
    ['attempt', keys.attemptKey(whk, evt, number)],
    ['first view in a minute, without an account', keys.firstViewKey(views)],
    [
      'counter of the other views, of one process',
      keys.viewCounterKey(views, ulid),
      due('when the minute is over'),
    ],
  ],
  Activity: [
    [
      'entry about a document',
      keys.activityKey(act, doc, ''),
      list(keys.activityList.organization(org), '<act>'),
      `private: \`${keys.activityList.private(org, user)}\``,
      `without organization: \`${keys.activityList.personal(user)}\``,
      `${filter(keys.activityByActor('<list>', user), '<act>')} if somebody with an account acted`,
    ],
    ['entry about no document', keys.activityKey(act, null, '<list>'), 'as above'],
    ['view of a page', keys.viewKey(doc, act)],
    ['recent view without the page', keys.directViewKey(doc, ver, '<reader>')],
    [
      'mark of a list of activity',
      keys.markKey('<list>'),
      `${filter(keys.unsealedList, '<number>#<list>')} while there may be something to seal`,
    ],
    ['chain of a list of activity', keys.chainKey('<list>'), list('CHAINS#<shard>', '<list>')],
    ['block of a chain', keys.blockKey('<list>', number)],
  ],
  'Mail, slots, marks of the stage': [
    ['mail', keys.mailKey('mail_<mail>'), due('until it is sent')],
    ['mails of a tenant on a day', keys.mailCountKey(tenant, day)],
    ['mails that a person caused on a day', keys.causedMailCountKey(user, day)],
    ['mails to an address on a day', keys.addressMailCountKey('<sha256>', day)],
    ['mails about requests for access to an address on a day', keys.accessMailCountKey('<sha256>', day)],
    ['requests for access of a person on a day', keys.accessRequestCountKey(user, day)],
    ['notices about new owners to an address on a day', keys.ownerNoticeCountKey('<sha256>', day, org)],
    ['address that gets no mail', keys.mailBlockKey('<sha256>', 'all')],
    ['... of one sender', keys.mailBlockKey('<sha256>', tenant)],
    ['slots of a host with more than ten endpoints', keys.hostKey(org, '<host>')],
    ['slots for pictures and copies of a tenant', keys.copiesKey(tenant)],
    ['slots for slow files of a tenant', keys.slowFilesKey(tenant)],
    ['last run of the sweep that succeeded', keys.sweepKey],
    ['marker of the format', { pk: 'FORMAT', sk: 'FORMAT' }],
  ],
});

/** Returns a key of each kind, by the name of the function in `shared/data/keys/` that makes it. */
export function exampleKeys(): Readonly<Record<string, Key>> {
  rows();
  const { webhooksKey, viewCountersKey, groupEntriesKey, hiddenDocumentsKey, sweepKey } = table;
  return {
    ...Object.fromEntries(made),
    webhooksKey: webhooksKey(org),
    viewCountersKey: viewCountersKey(views),
    groupEntriesKey: groupEntriesKey(grp),
    hiddenDocumentsKey: hiddenDocumentsKey('<tenant>' as Ulid),
    sweepKey,
  };
}

/** Shows the numbers in a key, with the digits to which they are filled. */
const shown = (text: string) => text.replace(/0*NaN/g, '<number>');
const rowOf = ([item, { pk, sk }, ...places]: Row): string =>
  `| ${[item, `\`${shown(pk)}\``, `\`${shown(sk)}\``, places.join('; ')].join(' | ')} |`.replace(
    '|  |',
    '| |',
  );

/** Returns the text of the page. Throws if the code makes a key or a partition that the page does not have. */
export function textOfKeys(): string {
  const sections = Object.entries(rows()).map(([subject, items]) =>
    [
      `## ${subject}`,
      '',
      '| item | `pk` | `sk` | indexes: partition, sort key |',
      '|---|---|---|---|',
      ...items.map(rowOf),
    ].join('\n'),
  );
  const missing = Object.keys(table).filter(
    (name) => /(?:Key|List|With)$/.test(name) && !used.has(name) && !beginnings.includes(name),
  );
  if (missing.length > 0)
    throw new Error(`rows of test/documentation/keyTable.ts use no ${missing.join(', ')}`);
  return `# Keys of the table

\`npm run pages\` writes this page with the functions in [keys/](keys/key.ts). [The table](README.md) describes the indexes and the lists.
\`<doc>\`, \`<org>\` and the like are ULIDs: ids without the prefix that clients see. They sort by time. \`<ulid>\` is another ULID. Numbers of
times, attempts and blocks have leading zeros. \`<tenant>\` is an organization or a person. \`<list>\` is a partition with activity.

${sections.join('\n\n')}
`;
}
