import { createDocument } from '../../shared/contract/operations/documents.ts';
import { dynamo } from '../../shared/data/table/client.ts';
import { clientOf } from '../support/load/client.ts';
import { openStage } from '../support/stages/stage.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';
import { section } from './section.ts';
import { median, printTable } from './table.ts';

interface Counts {
  readonly views: number;
}

/** The forms of a document's page, by the `Accept` header. */
const pages = { 'the page': 'text/html', 'its JSON': 'application/json' };

/** Measures how much longer a page about a document takes because the view is recorded. */
export const reading = section<Counts>({ full: { views: 400 }, short: { views: 1 } }, async ({ views }) => {
  await using directory = await temporaryDirectory();
  const stage = await openStage({ dataDirectory: directory.path, remembersMarks: true });
  try {
    const { credentials, invoke, takeMessages } = stage;
    const form = uploadForm({ title: 'Read', access_level: 'public' }, await makePdf());
    const { id } = await clientOf(credentials).call(createDocument, { form });
    for (const body of await takeMessages('processing'))
      await invoke('processVersion', {
        Records: [{ messageId: 'message-1', body, attributes: { ApproximateReceiveCount: '1' } }],
      });
    const unrecorded = withoutRecord();

    const rows = [];
    for (const [what, Accept] of Object.entries(pages)) {
      const headers = { Accept, Authorization: `Bearer ${credentials.api_keys.outsider}` };
      const open = async (): Promise<number> => {
        const start = performance.now();
        const response = await fetch(`${credentials.base_url}/d/${id}`, { headers });
        await response.arrayBuffer();
        if (response.status !== 200) throw new Error(`A view was answered with ${response.status}`);
        return performance.now() - start;
      };
      const times: { readonly on: number[]; readonly off: number[] } = { on: [], off: [] };
      // Requests with and without a record take turns, so that other work of the machine affects both.
      for (let view = 0; view < views; view++) {
        times.on.push(await open());
        times.off.push(await unrecorded(open));
      }
      const [on, off] = [median(times.on), median(times.off)];
      rows.push([what, ...[off, on, on - off].map((milliseconds) => milliseconds.toFixed(2))]);
    }
    printTable(
      `Views of a public document, medians of ${views}`,
      ['what', 'p50 without, ms', 'p50 on record, ms', 'later by, ms'],
      rows,
    );
    console.log(
      '\nWithout: the same code, whose requests for the record are answered at once, and not sent.',
    );
  } finally {
    await stage.close();
  }
});

type Next = (args: { readonly input: object }) => Promise<{ readonly output: object }>;
interface Client {
  readonly middlewareStack: {
    add(
      middleware: (next: Next) => Next,
      options: { step: 'initialize'; name: string; priority: 'high' },
    ): void;
  };
  destroy(): void;
}

/** Returns a function that runs another function, but omits the requests that record views. */
function withoutRecord(): <T>(run: () => Promise<T>) => Promise<T> {
  let isOff = false;
  const client = dynamo as Client;
  client.middlewareStack.add(
    (next) => (args) => (isOff && isOfRecord(args.input) ? Promise.resolve({ output: {} }) : next(args)),
    { step: 'initialize', name: 'withoutRecord', priority: 'high' },
  );
  // A client builds the middleware of each command only once. After `destroy` it builds the middleware again, now with `withoutRecord`.
  client.destroy();
  return async (run) => {
    isOff = true;
    try {
      return await run();
    } finally {
      isOff = false;
    }
  };
}

interface Request {
  readonly Item?: { readonly pk?: unknown };
  readonly Key?: { readonly pk?: unknown };
  readonly TransactItems?: readonly { readonly Put?: Request }[];
}

/** Returns whether a request records a view. In a transaction, the entry of activity is the last item. */
const isOfRecord = ({ Item, Key, TransactItems }: Request): boolean =>
  /^(ACTIVITY|CHAIN)#/.test(String((TransactItems?.at(-1)?.Put?.Item ?? Item ?? Key)?.pk));
