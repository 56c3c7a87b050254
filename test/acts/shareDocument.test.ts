import { describe } from 'vitest';
import { withoutAnswer } from '../../shared/acts/answering.ts';
import { endOwnShare } from '../../shared/acts/endOwnShare.ts';
import { sendShare, shareDocument, withdrawShare } from '../../shared/acts/shareDocument.ts';
import type { CountedShare } from '../../shared/data/shares/countedShares.ts';
import { newId } from '../../shared/data/table/ids.ts';
import { normalizedEmail } from '../../shared/text/emailAddress.ts';
import { storedShare } from '../support/storedDocuments.ts';
import { acting, actor, permit, records, refuses, storedDocument } from './actTable.ts';

const share = (given: Parameters<typeof shareDocument>[0]) => shareDocument(given, withoutAnswer);
const sharing = async () => {
  const there = await acting();
  return {
    ...there,
    documentId: (await storedDocument(there)).id,
    permitted: permit,
    sharer: there.user,
    email: `${crypto.randomUUID()}@guests.example`,
    ...{ expires_at: null, message: '', notify_me: false, rules: {}, send_mail: false },
    versions: 'current',
  } as const;
};
const shared = async () => {
  const given = await sharing();
  const { id } = (await share(given)) as CountedShare;
  return { ...given, shareId: id };
};

records(share, sharing, { entries: ['document.shared'], events: ['document.shared'] });

refuses(share, {
  ends_in_the_past: async () => ({ ...(await sharing()), expires_at: '2020-01-01T00:00:00Z' }),
  shared_already: shared,
  is_creator: async () => {
    const { owner, ...given } = await sharing();
    return { ...given, email: normalizedEmail(owner.email ?? '') ?? '' };
  },
  too_many_shares: 'a test of shares stores a hundred of them',
});

describe('sending a share again', () => {
  const send = (given: Parameters<typeof sendShare>[0]) => sendShare(given, withoutAnswer);

  records(send, shared, { entries: ['document.share_sent'] });

  refuses(send, {
    no_share: async () => ({ ...(await shared()), shareId: newId('shr') }),
    has_ended: async () => {
      const given = await sharing();
      const { id } = await storedShare(given.documentId, {
        expires_at: new Date(given.now - 1000).toISOString(),
      });
      return { ...given, shareId: id };
    },
    no_mail: 'stages without mail have a test',
    too_many_mails: 'tests of senders ask the limits of mails',
  });
});

describe('withdrawing a share', () => {
  records(withdrawShare, shared, { entries: ['document.unshared'], events: ['document.unshared'] });

  refuses(withdrawShare, { no_share: async () => ({ ...(await shared()), shareId: newId('shr') }) });
});

describe('ending a share as its reader', () => {
  const ofReader = async () => {
    const { documentId, member } = await shared();
    const found = await storedShare(documentId);
    return { documentId, ownShare: async () => found, by: actor(member) };
  };

  records(endOwnShare, ofReader, { entries: ['document.share_ended'], events: ['document.unshared'] });

  refuses(endOwnShare, {
    no_share: async () => ({ ...(await ofReader()), ownShare: async () => undefined }),
  });
});
