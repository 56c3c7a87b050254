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
  lists: 220,
  reads: 440,
  changes: 20,
} as const;

/** The size of a file, and the size of all items that a document has in the table. */
const fileGigabytes = 1e6 / 1e9;
const itemGigabytes = 20e3 / 1e9;
/** The number of the events `document.created`, `version.created` and `document.ready`. Each event goes to one endpoint. */
const eventsOfUpload = 3;

/** Returns how often each operation runs in a month. The table "a million of" has the same names of operations. */
const operationsOf = (people: number): ReadonlyMap<string, number> => {
  const { newDocuments, views, lists, reads, changes } = perPerson;
  const events = eventsOfUpload * newDocuments + changes;
  const each: Readonly<Record<string, number>> = {
    'POST a document of 50 kB': newDocuments,
    'processing a document of 50 kB': newDocuments,
    'an entry page that is drawn': newDocuments,
    'GET one': reads,
    'a list of 50': lists,
    PATCH: changes,
    "a view of a document's page, on record": views,
    'an event that one endpoint subscribed to': events,
    'a delivery': events,
    'sealing a thousand entries': (events + views) / 1000,
  };
  return new Map(Object.entries(each).map(([what, count]) => [what, count * people]));
};

export interface Month {
  readonly stage: number;
  readonly operations: number;
  readonly downloads: number;
  readonly storage: number;
}

/**
 * Returns the US dollars of a month. `dollarsOfMillion`: the dollars for a million of each operation. `dollarsOfStage`: the dollars
 * of a stage without clients.
 */
export function monthOf(
  people: number,
  dollarsOfMillion: ReadonlyMap<string, number>,
  dollarsOfStage: number,
): Month {
  const dollarsOf = (what: string): number => {
    const dollars = dollarsOfMillion.get(what);
    if (dollars === undefined) throw new Error(`the price of ${what} is not known`);
    return dollars;
  };
  const operations = [...operationsOf(people)].reduce(
    (sum, [what, count]) => sum + (count / 1e6) * dollarsOf(what),
    0,
  );
  const downloads = people * perPerson.views * (prices.s3.get + fileGigabytes * prices.outGigabyte);
  const { s3Gigabyte, dynamodbGigabyte, pointInTimeGigabyte } = prices.month;
  const documents = people * perPerson.documents;
  const storage =
    documents * (fileGigabytes * s3Gigabyte + itemGigabytes * (dynamodbGigabyte + pointInTimeGigabyte));
  return { stage: dollarsOfStage, operations, downloads, storage };
}
