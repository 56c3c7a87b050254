import { eventExamples } from '../../contract/eventExamples.ts';
import type * as contracts from '../../contract/operations/activity.ts';
import { lastPage, shortPages, type TextsOf } from './text.ts';

const viewed = eventExamples['document.viewed'].data;
const downloaded = eventExamples['document.downloaded'].data;

const csv =
  'With `Accept: text/csv` the same page is CSV (RFC 4180), in which no cell is a formula to a spreadsheet; its `Link` header has ' +
  'the next page.';

export const activity: TextsOf<typeof contracts> = {
  listDocumentActivity: {
    description:
      'For the document’s creator, and for the owners and admins of its organization; a private document’s for its creator alone. ' +
      'Entries are of the types `viewed`, `downloaded`, `acknowledged` and `refused`, and of those of events about it: of an event ' +
      '`evt_X`, the entry is `act_X`. Opening the page is a view, also by JSON and of one’s own documents; the file inside its viewer ' +
      `is not another. Entries are kept for 400 days, unless the stage says otherwise. ${shortPages} ${csv}`,
    success: 'A page of activity.',
    response: { items: [downloaded, viewed], pagination: lastPage },
  },
  listOrganizationActivity: {
    description:
      'For owners and admins. What is about a private document is shown to its creator only. Of an event `evt_X`, the entry is `act_X`. ' +
      `What was read, and what was changed, is listed within a moment. ${shortPages} ${csv}`,
    success: 'A page of activity.',
    response: { items: [downloaded, viewed], pagination: lastPage },
  },
};
