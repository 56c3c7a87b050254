import type * as contracts from '../operations/activity.ts';
import { activity, viewActivity } from '../resources/activity.ts';
import { pageOf, shortPages } from './common.ts';
import { eventExamples } from './eventTypes.ts';
import { named, type WordsOf } from './named.ts';

const ofActivity = {
  description:
    'An entry of activity: what was read or done, by whom and when. It is never changed; whoever reads entries must ignore types and ' +
    'details that they do not know.',
  fields: {
    id: 'The entry. `act_X` is the same as the event `evt_X`, where there is one.',
    type: '`viewed`, `downloaded`, `acknowledged`, `refused`, or the type of an event.',
    created_at: 'When it was.',
    actor:
      'Who it was, by the name they had then; null: somebody without an account, whose truncated address is in `details`, or the ' +
      'service itself and its operators.',
    document_id: 'The document that it is about, if any.',
    version_id: 'The version that was shown, if any.',
    policy_id: 'The policy that refused, or whose text was accepted.',
    details:
      'What else there is to say: `credential`, the API key or session that was used; `address`, truncated to a network, of somebody ' +
      'without an account; `reason` of a refusal; `pages_reached` of `page_count`, where pages were shown as images; `format` of a view ' +
      'that is no page: `json`, or `file`, `picture` or `text` without a view of the page.',
  },
};
named('Activity', activity, ofActivity);
named('ViewActivity', viewActivity, {
  description: `${ofActivity.description} In an event it may stand for several views.`,
  fields: {
    ...ofActivity.fields,
    count:
      'The number of views that the event stands for; absent: one. The first view of a document in a minute by somebody without an ' +
      'account has an event of its own. The other views of that minute from the same network have one event together, at its end: its ' +
      'data is the entry of the last of them. Each view has an entry of its own in the activity.',
  },
  extensions: ['count'],
});

const viewed = eventExamples['document.viewed'].data;
const downloaded = eventExamples['document.downloaded'].data;
const csv =
  'With `Accept: text/csv` the same page is CSV (RFC 4180), in which no cell is a formula to a spreadsheet; its `Link` header has ' +
  'the next page.';

export const words: WordsOf<typeof contracts> = {
  listDocumentActivity: {
    description:
      'For the document’s creator, and for the owners and admins of its organization; a private document’s for its creator alone. ' +
      'Entries are of the types `viewed`, `downloaded`, `acknowledged` and `refused`, and of those of events about it: of an event ' +
      '`evt_X`, the entry is `act_X`. Opening the page is a view, also by JSON and of one’s own documents; the file and the pictures ' +
      'that it leads to are not another for 12 hours. Without it, they are a view once in ten minutes for each reader and version. ' +
      `Entries are kept for 400 days, unless the stage says otherwise. ${shortPages} ${csv}`,
    success: 'A page of activity.',
    ...pageOf('DocumentActivityPage', 'A page of a document’s activity, newest first.', 'The entries.', [
      downloaded,
      viewed,
    ]),
  },
  listOrganizationActivity: {
    description:
      'For owners and admins. What happened while a document was private is shown only to its creator of that time. An entry that ' +
      'was in the list stays there when the document becomes private later. Of an event `evt_X`, the entry is `act_X`. ' +
      `What was read, and what was changed, is listed within a moment. ${shortPages} ${csv}`,
    success: 'A page of activity.',
    ...pageOf(
      'OrganizationActivityPage',
      'A page of an organization’s activity, newest first.',
      'The entries.',
      [downloaded, viewed],
    ),
  },
};
