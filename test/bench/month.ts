import { prices } from './prices.ts';

/**
 * The cost of a stage in a month. `infra/docs/costs.md` has the measured dollars for a million of each operation. The numbers of
 * operations for each person are assumed here.
 */
export const perPerson = {
  /** The number of stored documents at the end of the month. A tenth of these documents is new. */
  documents: 40,
  newDocuments: 4,
  /** Ten views on each of 22 working days. With each view, the reader downloads the file. */
  views: 220,
  /** Lists and single documents that programs read. */
  lists: 220,
  reads: 440,
  changes: 20,
  /** One visit to the console on each working day. */
  visits: 22,
  /** Shares with people outside, each with a mail, and the views by these people. */
  shares: 2,
  viewsByShares: 6,
  /** Visits to the pages of rooms, and the views of documents there. */
  visitsToRooms: 10,
  viewsByRooms: 20,
  /** Texts of pages that programs read. */
  texts: 20,
  /** Three on each working day, if the stage has search. */
  searches: 66,
} as const;

const workingDays = 22;
/** Eight hours on each working day. */
const busyHours = workingDays * 8;
/** Each minute with activity is sealed by itself. */
const busyMinutes = busyHours * 60;
/** A visit to the console has a page and 23 requests to the API, which `npm run bench -- console` counts. */
const requestsOfVisit = 24;
/** The size of a file, and the size of all items that a document has in the table. */
const fileGigabytes = 1e6 / 1e9;
const itemGigabytes = 20e3 / 1e9;
/** The browser reports reading times each minute, and when the reader leaves. */
const reportsOfView = 3;
/** The pages of a document, and the size of a page in the search index. */
const pagesOfDocument = 5;
const indexedPageGigabytes = 4e3 / 1e9;
/** Two workers of OpenSearch Serverless search and one writes, each with an OCU (Amazon OpenSearch Service, "Scale to zero"). */
const searchCapacity = 3;
/** A document becomes ready, and then has its text. */
const indexedForUpload = 2;
/** The number of the events `document.created`, `version.created` and `document.ready`. Each event goes to one endpoint. */
const eventsOfUpload = 3;
/** The limit by address, and three groups of AWS. */
const wafRules = 4;

/** The dollars for a million of an operation, all together and for its logs, from the table "a million of". */
export interface Price {
  readonly all: number;
  readonly logs: number;
}

/** The names of rows, and the dollars in each. */
type Month = readonly (readonly [row: string, dollars: number])[];

/**
 * Returns the US dollars of a month. `priceOf`: returns the price of an operation, by its name in the table "a million of".
 * `dollarsOfStage`: the dollars of a stage without clients.
 */
export function monthOf(people: number, priceOf: (what: string) => Price, dollarsOfStage: number): Month {
  const { newDocuments, views, lists, reads, changes, visits, shares, viewsByShares } = perPerson;
  const { visitsToRooms, viewsByRooms, texts, searches } = perPerson;
  const allViews = views + viewsByShares + viewsByRooms;
  const events = eventsOfUpload * newDocuments + changes;
  const documents = people * perPerson.documents;
  const entries = people * (newDocuments + changes + shares + allViews + texts);
  const sealedMinutes = Math.min(entries, busyMinutes);
  const groups: Readonly<Record<string, Readonly<Record<string, number>>>> = {
    'uploads and changes': {
      'POST a document of 50 kB': people * newDocuments,
      'processing a document of 50 kB': people * newDocuments,
      'an entry page that is drawn': people * newDocuments,
      PATCH: people * changes,
    },
    'reads by programs': { 'a list of 50': people * lists, 'GET one': people * reads },
    'views, on record': { "a view of a document's page, on record": people * (views + viewsByShares) },
    'reading times': { 'a report of reading times': people * allViews * reportsOfView },
    rooms: {
      'the page of a room': people * visitsToRooms,
      'a view of a document by a room, on record': people * viewsByRooms,
    },
    'texts of pages': {
      'keeping the text of a document of 50 kB': people * newDocuments,
      'texts of 20 pages, on record': people * texts,
    },
    'the console': { 'a list of 50': people * visits * requestsOfVisit },
    'shares and their mail': {
      'sharing a document, without its mail': people * shares,
      'the mail of a share: sent, and its delivery recorded': people * shares,
    },
    webhooks: {
      'an event that one endpoint subscribed to': people * events,
      'a delivery': people * events,
    },
    'sealing and counting': {
      'sealing one entry': sealedMinutes,
      // The other entries of a minute are sealed together with the first.
      'sealing a thousand entries': (entries - sealedMinutes) / 1000,
      'counting a thousand documents': (workingDays * documents) / 1000,
    },
  };
  const sumOf = (operations: Readonly<Record<string, number>>, item: keyof Price): number =>
    Object.entries(operations).reduce((sum, [what, count]) => sum + (count / 1e6) * priceOf(what)[item], 0);
  const { s3Gigabyte, dynamodbGigabyte, pointInTimeGigabyte, keptLogsGigabyte } = prices.month;
  const loggedGigabytes =
    Object.values(groups).reduce((sum, operations) => sum + sumOf(operations, 'logs'), 0) /
    prices.logsGigabyte;
  const rows: Month = [
    ['the stage itself', dollarsOfStage],
    ...Object.entries(groups).map(([row, operations]) => [row, sumOf(operations, 'all')] as const),
    ['files that readers download', people * allViews * (prices.s3.get + fileGigabytes * prices.outGigabyte)],
    [
      'what is stored',
      documents * (fileGigabytes * s3Gigabyte + itemGigabytes * (dynamodbGigabyte + pointInTimeGigabyte)),
    ],
    ['logs, kept for 30 days', loggedGigabytes * keptLogsGigabyte],
  ];
  const requests =
    people *
    (2 * newDocuments +
      changes +
      lists +
      reads +
      allViews * (1 + reportsOfView) +
      visits * requestsOfVisit +
      shares +
      visitsToRooms +
      texts);
  const ofSearch = {
    'a search, without its engine': people * searches,
    'marking a document, and writing its entries in the index':
      people * (newDocuments * indexedForUpload + changes),
  };
  return [
    ...rows,
    ['together', rows.reduce((sum, [, dollars]) => sum + dollars, 0)],
    [
      'search, beside that',
      sumOf(ofSearch, 'all') +
        busyHours * searchCapacity * prices.searchCapacityHour +
        documents * pagesOfDocument * indexedPageGigabytes * prices.month.searchGigabyte,
    ],
    [
      'AWS WAF with both settings, beside that',
      prices.month.webAcl + wafRules * prices.month.webAclRule + requests * prices.wafRequest,
    ],
  ];
}
