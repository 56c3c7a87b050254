import { daySeconds } from './days.ts';

/** The limits on requests, from specification section 8 unless another source is named. */

export const titleMaxCharacters = 255;
export const descriptionMaxCharacters = 2000;
/** The specification sets no limit. This limit keeps a version far below the 400 KB that DynamoDB allows for an item. */
export const versionDescriptionMaxCharacters = 10_000;
export const organizationNameMaxCharacters = 255;
/** The types of pictures that can become an organization's logo. */
export const logoMediaTypes = ['image/png', 'image/jpeg'] as const;
/** The picture that a request can bring as an organization's logo, and the sides that it may have, in pixels. The specification has no logos. */
export const logoMaxBytes = 200_000;
export const logoSideMinPixels = 64;
export const logoSideMaxPixels = 1024;
/** The stored logo is at most this large. */
export const storedLogoMaxBytes = 40_000;
export const policyNameMaxCharacters = 255;
/** The name that a person chooses. The specification has none. */
export const personNameMaxCharacters = 100;

/** The time for which the first answer to a request with an `Idempotency-Key` is replayed, and the time for which a replay has its secret. */
export const replaySeconds = daySeconds;
export const secretReplaySeconds = 10 * 60;

/** The longest text that can be searched for, in titles and in texts. */
export const soughtWordsMaxCharacters = 200;

/** The hits in an answer of a search in texts, and the UTF-16 units of a snippet. The specification has no search. */
export const hitsMax = 50;
export const hitsDefault = 20;
export const snippetMaxCharacters = 240;
/** The searches of a person, or of a service account, in a minute. */
export const searchesPerMinute = 60;

export const pageLimitMax = 100;
export const pageLimitDefault = 50;

export const requestsPerMinute = 1000;
export const creationsPerMinute = 100;
/** The limits of a person and of an organization over all credentials, as multiples of the two limits above. The specification has none. */
export const personRateFactor = 5;
export const organizationRateFactor = 20;
/** The limit on watermarked pictures a minute for readers without an account, per address. It counts every picture requested. */
export const watermarkedPicturesPerMinute = 300;

/**
 * The largest PDF that a request can carry. A synchronous invocation of Lambda accepts 6 MB (6,291,456 bytes), including the body in Base64
 * (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html). 4,650,000 bytes become 6,200,000, which leaves 91 KB for
 * headers, fields and the request context.
 */
export const maxUploadBytes = 4_650_000;
/** The largest PDF that a stage takes through an upload's URL, unless its settings say otherwise: 100 MiB. */
export const maxFileBytesDefault = 104_857_600;
/** A client has this long to put a file at an upload's URL and to make a document or a version of it. */
export const uploadLifetimeSeconds = 60 * 60;
/** The time in which a deleted document can be restored. */
export const restorableDays = 30;
/** The largest text field of a form: 10,000 characters, the most that a field may have, of four UTF-8 bytes each. */
export const maxFieldBytes = 40_000;

/**
 * The largest JSON body. The largest useful one has a version's description of 10,000 characters, each written as two escapes of 6 bytes:
 * 120,000 bytes.
 */
export const maxJsonBodyBytes = 256_000;

export const entryPageUrlLifetimeSeconds = 15 * 60;

/** The bucket removes the pictures of a version's pages after this many days; a later request draws them again. */
export const picturesKeptDays = 30;

/** The limits on the text of a page and of a file, in bytes of UTF-8, and on the pages whose text one request answers. */
export const pageTextMaxBytes = 100_000;
export const fileTextMaxBytes = 20_000_000;
export const textPagesMax = 20;
/** The largest number of a page that a request can name. No file has more pages. */
export const pageNumberMax = 999_999;

/** The limit on an organization's policies that are not archived: one item holds all their names, to keep them unique. */
export const policiesMax = 1000;

/** The limits on rules of a policy: on the addresses and on the domains of allowed readers, and on the text that readers accept. */
export const allowedReadersMax = 500;
export const acknowledgementMaxCharacters = 10_000;
/**
 * The rules of a policy, as compact JSON in UTF-8. With the next limit, the rules of a document's policies have 1 MB together: a
 * view reads all of them.
 */
export const rulesMaxBytes = 50_000;
/** A document has at most this many policies with rules. Policies without rules do not count. */
export const policiesWithRulesMax = 20;
/**
 * In the event of a changed policy, a list has all of its items up to this number. For a longer list, the event has at most this many added
 * and this many removed items.
 */
export const listedInEventMax = 20;
/** After its first day, nobody can undo a lock. So a lock lasts ten years at most. */
export const lockedDaysMax = 3650;
/** A hundred years. */
export const ruleDaysMax = 36_500;

/** An organization has at most this many endpoints, so an event has at most this many deliveries. */
export const webhookEndpointsMax = 50;

/** The limit on an organization's open invitations, and how long each can be accepted. */
export const pendingInvitationsMax = 100;
export const invitationDaysMax = 30;
export const invitationDaysDefault = 7;

/** The limits on groups: of an organization, on names and on entries; and the groups of one member, address or domain. */
export const groupsMax = 1000;
export const groupNameMaxCharacters = 100;
export const groupEntriesMax = 10_000;
export const groupsOfSubjectMax = 50;
/** A rule of a policy names at most this many groups. */
export const allowedGroupsMax = 50;

/** The limits on rooms: of an organization, and on what one room has. The specification has no rooms. */
export const roomsMax = 1000;
export const roomNameMaxCharacters = 255;
export const roomItemsMax = 20_000;
export const roomFoldersMax = 1000;
export const roomLevelsMax = 10;
export const folderItemsMax = 2000;
export const roomAccessMax = 500;
/** A CSV matrix of readers and documents has columns for at most this many documents. With 100 readers it stays below Lambda's 6 MB. */
export const matrixDocumentsMax = 1000;
/** One request adds at most this many items to a room. */
export const addedItemsMax = 100;
/** A gate has at most this many policies with rules. */
export const gatePoliciesWithRulesMax = 5;
/** The mail about a room goes to a group of at most this many entries by address. */
export const mailedGroupEntriesMax = 100;

/** The mails that are sent in a day (UTC): for an organization, for a person without one, and to one address for one organization. */
export const mailsPerDay = 500;
export const personalMailsPerDay = 100;
export const mailsToOneAddressPerDay = 10;
/** The mails in a day (UTC) that one person causes, in all organizations together: to any address, and to one address. */
export const causedMailsPerDay = 500;
export const causedMailsToOneAddressPerDay = 5;
/** The mails in a day (UTC) to one address, of all senders together. */
export const mailsToOneAddressOfAllPerDay = 20;
/** The notices in a day (UTC) about new owners of one organization to one address. */
export const ownerNoticesPerDay = 20;
/** An organization that a request founded less than so many days ago may send this part of `mailsPerDay`. */
export const youngOrganizationDays = 7;
export const youngOrganizationShare = 0.1;
/** The days for which the link in a mail stops further mail. */
export const mailChoiceDays = 60;

/** The limits on a person's or service account's active API keys, and on an organization's service accounts. */
export const apiKeysMax = 100;
/** A person without an organization who may only read what is shared needs one key for their program. */
export const apiKeysOfReaderMax = 1;
export const serviceAccountsMax = 100;
/** The longest name of an API key or a service account. */
export const nameMaxCharacters = 255;

/** The largest number of copies with a watermark that are made for a reader in 15 minutes. */
export const copiesMax = 30;
/** The longest time after which a client of getDocumentPicture asks again. */
export const pictureRetrySecondsMax = 60;
/** The longest time after which a client of getDocumentVersionDownload asks again. */
export const downloadRetrySecondsMax = 60;

/** The limit on a document's shares that have not ended, and on the text that accompanies a share. */
export const documentSharesMax = 500;
export const shareMessageMaxCharacters = 2000;
/** The limits of the summary of a document's activity. */
export const summarizedPagesMax = 200;
export const summarizedDaysMax = 400;
export const summarizedDaysDefault = 30;
/** The largest number of documents whose details one request can ask for. */
export const detailedDocumentsMax = 50;
/** The largest number of a document's versions whose details one request answers. */
export const detailedVersionsMax = 50;
/** An ended share stays in the document's list for this long, unless a new one to the same address replaces it. */
export const endedShareDays = 30;

/** The open requests for access to a document, and the days after which a request ends. */
export const accessRequestsMax = 20;
export const accessRequestDays = 30;
/** The requests for access that a person makes in a day (UTC), and the mails about such requests to one address in a day. */
export const accessRequestsPerDay = 20;
export const accessRequestMailsPerDay = 10;

/** RFC 5321, section 4.5.3.1: 64 characters, an `@` and 255 more. */
export const emailMaxCharacters = 320;
/** RFC 1035, section 2.3.4. */
export const domainMaxCharacters = 255;

/** The length that browsers, proxies and servers reliably accept (RFC 9110, section 4.1, asks for 8000 at least). */
export const urlMaxCharacters = 2048;
