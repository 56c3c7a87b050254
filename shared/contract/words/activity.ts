import type * as contracts from '../operations/activity.ts';
import { activity, activityType, viewActivity } from '../resources/activity.ts';
import { activitySummary, reachedPage, readingDay } from '../resources/activitySummary.ts';
import { documentReader, documentReaderPages, pageSeconds, readingPerson } from '../resources/reader.ts';
import { listPageOf, shortPages } from './common.ts';
import { eventExamples } from './eventTypes.ts';
import { named, type WordsOf } from './named.ts';

const ofActivity = {
  description:
    'An entry of activity: who read or did what, and when. The service never changes an entry. Clients must ignore types and ' +
    'details that they do not know.',
  fields: {
    id: 'The entry. If an event `evt_X` records the same, the entry is `act_X`.',
    type: '`viewed`, `downloaded`, `acknowledged`, `refused`, `previewed`, or the type of an event.',
    created_at: 'The time of the act.',
    actor:
      'The person or service account, by its name at that time. Null: a person without an account, whose truncated address ' +
      'is in `details`, or the service itself and its operators.',
    document_id: 'The document that the entry is about, if any.',
    version_id: 'The version that was shown, if any.',
    policy_id: 'The policy that refused the reader, or whose text the reader accepted.',
    room_id: 'The room in which somebody read, or that was changed. Null: neither. Also in `details`.',
    details:
      'Further details. `credential`: the API key, by its id, or the session. `address`: the network of a person without an account, ' +
      'or the e-mail address that a share is for. ' +
      '`reason`: why a policy refused the reader. `pages_reached` and `page_count`: how far somebody read a document that is ' +
      'shown as images. `format`: the format of a view other than the document’s page: `json`, or `file`, `picture` or `text` without a ' +
      'view of that page. `changes`: the fields that the change replaced, with their values before and after if these are short. It is ' +
      'absent in entries of releases before 1.1.0, and once the document or the organization is removed.',
  },
};
named('Activity', activity, ofActivity);
named('ActivityType', activityType, {
  description: 'The type of an entry of activity. Later releases can have more types.',
});
named('ViewActivity', viewActivity, {
  description: `${ofActivity.description} In an event it may stand for several views.`,
  fields: {
    ...ofActivity.fields,
    count:
      'The number of views in this event. Absent: one. The first view of a document in a minute by a person without an ' +
      'account has an event of its own. The other views of that minute from the same network share one event at its end, ' +
      'with the data of the last view. The activity has one entry for each view.',
  },
  extensions: ['count'],
});

named('ActivitySummary', activitySummary, {
  description: 'The readings of a document.',
  fields: {
    since: 'The first day.',
    until: 'The last day.',
    views: 'The number of views on these days.',
    downloads: 'The number of downloads on these days.',
    seconds: 'The seconds that pages were on screens in views of these days, as the browsers reported.',
    days: 'Each of these days, oldest first, also days without a reading.',
    pages:
      'The pages of the current version, at most 200, each with the number of views that reached it, on any day. They count views ' +
      'that show pictures of the pages.',
  },
});
named('ReadingDay', readingDay, {
  description: 'The readings of a document on a day.',
  fields: {
    date: 'The day, in UTC.',
    readers:
      'The number of readers who viewed or downloaded the document. People without an account count as one reader for each network.',
    views: 'The number of views.',
    downloads: 'The number of downloads.',
    seconds: 'The seconds that pages were on screens in views of this day, as the browsers reported.',
  },
});
named('ReachedPage', reachedPage, {
  description: 'A page, and how many views reached it.',
  fields: {
    page: 'The page, 1 for the first.',
    views: 'The number of views that reached it, or a later page.',
  },
});

const ofReader = {
  description: 'A reader of a document, and what they read.',
  fields: {
    person: 'The person or service account, as they are now. Null: people without an account.',
    network: 'The network of people without an account: a truncated address. Otherwise null.',
    share_id: 'The share of the latest reading by a share, if any.',
    views: 'The number of views.',
    downloads: 'The number of downloads.',
    pages:
      'The part of the pages of the current version, from 0 to 1, that was on the screen for at least a second, or whose picture was requested.',
    seconds: 'The seconds that pages of the current version were on the screen, as the browser reported.',
    accepted_at: 'When the reader first accepted a text of the document, if so.',
    first_at: 'The time of the first reading.',
    last_at: 'The time of the latest reading.',
  },
};
named('DocumentReader', documentReader, ofReader);
named('ReadingPerson', readingPerson, {
  description: 'A person or service account who read a document.',
  fields: {
    id: 'The person or service account.',
    name: 'The present name.',
    email:
      'The present address. Null: there is none, or the caller may not know it: a person who is no member and has no share of the document.',
  },
});
named('DocumentReaderPages', documentReaderPages, {
  description: `${ofReader.description} With the seconds for each page.`,
  fields: { ...ofReader.fields, page_seconds: 'All pages of the current version, in their order.' },
});
named('PageSeconds', pageSeconds, {
  description: 'A page, and how long it was on the screen.',
  fields: { page: 'The page, 1 for the first.', seconds: 'The seconds, as the browser reported.' },
});

const reader = {
  person: {
    id: 'user_01kerkctyfx1y61qkq510v21e9' as const,
    name: 'Ines Example',
    email: 'ines@example.org',
  },
  network: null,
  share_id: 'shr_01kfczt4ztmc562e71k9jzsrj9' as const,
  views: 3,
  downloads: 1,
  pages: 0.5,
  seconds: 53,
  accepted_at: null,
  first_at: '2026-03-19T08:12:44.107Z',
  last_at: '2026-03-20T16:01:09.552Z',
};

const viewed = eventExamples['document.viewed'].data;
const downloaded = eventExamples['document.downloaded'].data;
const csv =
  'With `Accept: text/csv` the same entries are CSV (RFC 4180), in which no cell is a formula to a spreadsheet; its `Link` header leads ' +
  'to the next ones. The last columns, `actor_email` and `document_title`, are not in JSON: they have present values, and are empty if there ' +
  'is none any more, or if the caller may not know it.';

export const words: WordsOf<typeof contracts> = {
  listDocumentActivity: {
    description:
      'For the document’s creator, and for the owners and admins of its organization. Only its creator sees the activity of ' +
      'a private document. The list has entries of the types `viewed`, `downloaded`, `acknowledged` and `refused`, of the ' +
      'type `previewed` if a manager looked at what readers see (`?as=reader`), which counts as no reading, ' +
      'and an entry `act_X` for each event `evt_X` about the document. A request for the document’s page is a view, also as JSON ' +
      'and also by the creator. For 12 hours, the file and the pictures that this page shows count as the same view. Requests for ' +
      'them without it count as one view in ten minutes for each reader and version. Entries are kept for 400 days by ' +
      `default. ${shortPages} ${csv}`,
    success: 'A page of activity.',
    ...listPageOf('DocumentActivityPage', 'A page of a document’s activity, newest first.', 'The entries.', [
      downloaded,
      viewed,
    ]),
  },
  getDocumentActivitySummary: {
    description:
      'For the callers of `GET /v1/documents/{document_id}/activity`, from which it counts the entries of the types `viewed` and ' +
      '`downloaded` that the caller may see, without those of people who manage the document, of robots that say so in `User-Agent`, and without views that show no version. By default, it counts today and the 29 days before; at most 400 days (else 400 on ' +
      '`since`). The service counts a reading just after it was recorded.',
    success: 'The counts.',
    response: {
      since: '2026-03-19',
      until: '2026-03-20',
      views: 3,
      downloads: 1,
      seconds: 95,
      days: [
        { date: '2026-03-19', readers: 0, views: 0, downloads: 0, seconds: 0 },
        { date: '2026-03-20', readers: 2, views: 3, downloads: 1, seconds: 95 },
      ],
      pages: [
        { page: 1, views: 2 },
        { page: 2, views: 1 },
      ],
    },
  },
  listDocumentReaders: {
    description:
      'For the callers of `GET /v1/documents/{document_id}/activity`. Each person or service account that viewed or downloaded the document is ' +
      'one item, and so is each network of people without an account. Readings by people who manage the document, and by robots, are in no figure. Only the ' +
      'creator sees readings while the document was private, so an answer for others may be short while more follow. Readers are kept as long as the entry of their latest reading. With `Accept: text/csv` ' +
      'the same readers are CSV (RFC 4180), in which no cell is a formula to a spreadsheet; its `Link` header leads to the next ones.',
    success: 'A page of readers.',
    ...listPageOf(
      'DocumentReaderPage',
      'A page of a document’s readers, newest first by `first_at`.',
      'The readers.',
      [reader],
    ),
  },
  getDocumentReader: {
    description:
      'For the callers of `GET /v1/documents/{document_id}/readers`. A person who was never a reader of the document is not found.',
    success: 'The reader.',
    response: {
      ...reader,
      page_seconds: [
        { page: 1, seconds: 41 },
        { page: 2, seconds: 12 },
      ],
    },
  },
  listOrganizationActivity: {
    description:
      'For owners and admins. Only the document’s creator at that time sees what happened while a document was private. An ' +
      'entry stays in the list when the document becomes private later. The entry of an event `evt_X` is `act_X`. New ' +
      `entries can take a moment to appear. ${shortPages} ${csv}`,
    success: 'A page of activity.',
    ...listPageOf(
      'OrganizationActivityPage',
      'A page of an organization’s activity, newest first.',
      'The entries.',
      [downloaded, viewed],
    ),
  },
};
