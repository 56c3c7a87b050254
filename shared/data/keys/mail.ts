import { type ActorId, type MailId, type Tenant, ulidOf } from '../../contract/identifiers.ts';
import { idIn, type Key } from './key.ts';

export const mailPrefix = 'MAIL#';
export const mailKey = (mailId: MailId): Key => ({ pk: mailPrefix + ulidOf(mailId), sk: 'MAIL' });

/** Returns the id of the mail at this key; undefined for other keys. */
export const mailIdIn = /* @__PURE__ */ idIn('mail', /^MAIL#(.+) MAIL$/);

export const mailCountPrefix = 'MAILCOUNT#';

/** The mails that were sent for a tenant on a day of UTC, such as 2026-11-22. */
export const mailCountKey = (sender: Tenant, day: string): Key => ({
  pk: mailCountPrefix + ulidOf(sender),
  sk: day,
});

/** The mails that a person caused on a day of UTC, for any sender. */
export const causedMailCountKey = (person: ActorId, day: string): Key => ({
  pk: mailCountPrefix + ulidOf(person),
  sk: `${day}#CAUSED`,
});

/** The mails to one address on a day of UTC, of any sender. The table knows only the hash of the address. */
export const addressMailCountKey = (addressHash: string, day: string): Key => ({
  pk: `${mailCountPrefix}TO#${addressHash}`,
  sk: day,
});

/** The notices about new owners of an organization to one address on a day of UTC. */
export const ownerNoticeCountKey = (addressHash: string, day: string, organization: Tenant): Key => ({
  pk: `${mailCountPrefix}TO#${addressHash}`,
  sk: `${day}#OWNERS#${ulidOf(organization)}`,
});

/** The mails about requests for access to one address on a day of UTC, of any sender. */
export const accessMailCountKey = (addressHash: string, day: string): Key => ({
  pk: `${mailCountPrefix}TO#${addressHash}`,
  sk: `${day}#ACCESS`,
});

/** This item stops mail to an address: all mail, or that of one sender. The table knows only the hash of the address. */
export const mailBlockKey = (addressHash: string, sender: Tenant | 'all'): Key => ({
  pk: `NOMAIL#${addressHash}`,
  sk: sender === 'all' ? 'ALL' : `FROM#${ulidOf(sender)}`,
});
