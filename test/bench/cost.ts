import { apiFunctions, type FunctionName } from '../../infra/functions/manifest.ts';
import { otherFunctions } from '../../infra/functions/others.ts';
import { pageFunctions } from '../../infra/functions/pages.ts';
import { type FunctionSpec, memoryMegabytesDefault } from '../../infra/functions/spec.ts';
import { userPoolFunctions } from '../../infra/functions/userPool.ts';
import { queueNames, queues } from '../../shared/runtime/stores.ts';
import type { Recorder, Recording } from '../support/stages/recorder.ts';
import {
  add,
  type Bill,
  billOf,
  lambdaMilliseconds,
  latencies,
  messageBill,
  nothing,
  type Observed,
  requestBill,
  times,
  total,
} from './billing.ts';
import type { Measured } from './measured.ts';
import { makePayloads, measureOperations } from './measureOperations.ts';
import { measureSchedules, sealedEntries } from './measureSchedules.ts';
import { prices } from './prices.ts';
import { onRecordedStage } from './recordedStage.ts';
import { section } from './section.ts';
import { median, printFigures, printTable } from './table.ts';

interface Counts {
  readonly pageLength: number;
  /** The rounds of the first half compile the functions. The CPU time comes from the other half. */
  readonly rounds: number;
}

/** The default settings for logs and traces, and other settings that an operator can choose. */
const byDefault: Observed = { platformLines: false, ownLines: true, tracedShare: 0.05 };
const choices: readonly (readonly [what: string, observed: Observed])[] = [
  ['by default', byDefault],
  ['traceSampling=1', { ...byDefault, tracedShare: 1 }],
  ['traceSampling=0', { ...byDefault, tracedShare: 0 }],
  ['platformLogs=true', { ...byDefault, platformLines: true }],
  ['logLevel=warn', { ...byDefault, ownLines: false }],
  ['logLevel=warn, traceSampling=0', { platformLines: false, ownLines: false, tracedShare: 0 }],
];

/** Prices every operation by its calls, its capacity and its CPU time. */
export const cost = section<Counts>(
  { full: { pageLength: 50, rounds: 60 }, short: { pageLength: 2, rounds: 2 } },
  async ({ pageLength, rounds }) => {
    await onRecordedStage(async ({ stage, recorder, receiverPort }) => {
      watchLog(recorder);
      const measured: Measured[] = [];
      const payloads = await makePayloads();
      for (let round = 0; round < rounds; round++)
        measured.push(
          ...(await measureOperations(stage, recorder, { pageLength, receiverPort, payloads, round })),
        );
      measured.push(...(await measureSchedules(stage, recorder)));
      const needs = needsOf(measured);
      printOperations(needs);
      printViews(needs);
      printChoices(needs);
      printMonth(needs);
    });
    printAssumptions();
  },
);

function watchLog(recorder: Recorder): void {
  process.env.LOG_LEVEL = 'INFO';
  // Log lines contain this trace header.
  process.env._X_AMZN_TRACE_ID = `Root=1-${'0'.repeat(8)}-${'0'.repeat(24)};Sampled=0`;
  recorder.watchLog();
}

interface Needed extends Recording {
  readonly function: FunctionName;
}
type Needs = ReadonlyMap<string, Needed>;

/** Takes the calls of the first round, in which everything is new, and the CPU time of the second half, when functions are compiled. */
function needsOf(measured: readonly Measured[]): Needs {
  return new Map(
    [...Map.groupBy(measured, ({ what }) => what)].flatMap(([what, all]) => {
      const [first] = all;
      const compiled = all
        .slice(Math.floor(all.length / 2))
        .map(({ recording }) => recording.cpuMilliseconds);
      return first
        ? [[what, { ...first.recording, cpuMilliseconds: median(compiled), function: first.name }]]
        : [];
    }),
  );
}

function needOf(needs: Needs, what: string): Needed {
  const need = needs.get(what);
  if (!need) throw new Error(`${what} was not measured`);
  return need;
}

const specs: Readonly<Record<FunctionName, FunctionSpec>> = {
  ...apiFunctions,
  ...pageFunctions,
  ...otherFunctions,
  ...userPoolFunctions,
};
const megabytesOf = (name: FunctionName): number => specs[name].memoryMegabytes ?? memoryMegabytesDefault;
const invocation = (need: Needed, observed: Observed = byDefault): Bill =>
  billOf(need, megabytesOf(need.function), observed);
/** Returns the bill of a request, including the invocations of the authorizer and of the operation. */
const request = (needs: Needs, what: string, observed: Observed = byDefault): Bill => {
  const need = needOf(needs, what);
  const authorizer = needOf(
    needs,
    need.function === 'search' ? 'authorizer, of a search' : 'authorizer, key in memory',
  );
  return add(
    requestBill(need.answerBytes, observed),
    invocation(authorizer, observed),
    invocation(need, observed),
  );
};
const queued: readonly FunctionName[] = Object.values(queues).map(({ consumer }) => consumer);
const whole = (needs: Needs, what: string, { function: name }: Needed): Bill => {
  if (name in apiFunctions || name in pageFunctions) return request(needs, what);
  return queued.includes(name)
    ? add(messageBill, invocation(needOf(needs, what)))
    : invocation(needOf(needs, what));
};

const dollars = (amount: number, digits = 2): string => amount.toFixed(digits);
const billColumns = [
  'API Gateway',
  'Lambda',
  'DynamoDB',
  'S3, SQS, KMS, SES',
  'logs',
  'traces',
  'out',
  'total',
];
const billCells = (bill: Bill, digits?: number): string[] =>
  [
    bill['API Gateway'],
    bill.Lambda,
    bill.DynamoDB,
    bill.S3 + bill.SQS + bill.KMS + bill.SES,
    bill.logs,
    bill.traces,
    bill.out,
    total(bill),
  ].map((amount) => dollars(amount, digits));

function printOperations(needs: Needs): void {
  printTable(
    'US dollars for a million of each',
    ['what', 'CPU, ms', 'billed, ms', ...billColumns],
    [...needs].map(([what, need]) => [
      what,
      need.cpuMilliseconds.toFixed(1),
      lambdaMilliseconds(need, megabytesOf(need.function)),
      ...billCells(times(1e6, whole(needs, what, need))),
    ]),
  );
}

type Step = readonly [what: string, bill: Bill];

/** Prints the cost of each step, `count` times, and of all steps together. */
function printSteps(title: string, steps: readonly Step[], count: number): void {
  const all = add(...steps.map(([, bill]) => bill));
  printTable(
    title,
    ['each is', ...billColumns],
    [...steps, ['all of it', all] as const].map(([what, bill]) => [
      what,
      ...billCells(times(count, bill), 3),
    ]),
  );
}

const views = 1000;
const pagesViewed = 10;
/** Assumed size of the picture of a page of text. Measured pictures had 130 to 280 kB. */
const pictureBytes = 200_000;

function printViews(needs: Needs): void {
  const download = { ...nothing, S3: prices.s3.get, out: (pictureBytes / 1e9) * prices.outGigabyte };
  const steps: readonly Step[] = [
    ['the page', request(needs, 'documentPage, as pictures')],
    [
      `${pagesViewed} pictures with a watermark`,
      times(pagesViewed, request(needs, 'pageImage, with a watermark')),
    ],
    ['their bytes', times(pagesViewed, download)],
    ['sealed', times(1 / sealedEntries, invocation(needOf(needs, `sealActivity, ${sealedEntries} entries`)))],
  ];
  const title = `US dollars for ${views} views of ${pagesViewed} pages that are shown as pictures`;
  printSteps(title, steps, views);
}

function printChoices(needs: Needs): void {
  printTable(
    'US dollars of logs and traces for a million, by what is written down',
    ['what', 'getDocument', 'createDocument', 'of the whole of getDocument'],
    choices.map(([what, observed]) => {
      const [read, write] = ['getDocument', 'createDocument'].map((name) =>
        times(1e6, request(needs, name, observed)),
      );
      if (!read || !write) return [];
      const share = ((read.logs + read.traces) / total(read)) * 100;
      return [
        what,
        dollars(read.logs + read.traces),
        dollars(write.logs + write.traces),
        `${share.toFixed(0)} %`,
      ];
    }),
  );
}

const minutesInMonth = 30 * 24 * 60;
/** Lambda polls each queue with five connections, for 20 s at a time (AWS Lambda, "Using Lambda with Amazon SQS"). */
const emptyPollsInMonth = queueNames.length * 5 * minutesInMonth * 3;

function printMonth(needs: Needs): void {
  const runs = (count: number, what: string) => dollars(total(times(count, invocation(needOf(needs, what)))));
  printFigures('US dollars a month when nobody comes', [
    ['the sweep of each minute', runs(minutesInMonth, 'sweepDue, nothing due')],
    ['the sealer of each minute', runs(minutesInMonth, 'sealActivity, nothing to seal')],
    ['the count of every five minutes', runs(minutesInMonth / 5, 'countUsage, nothing to count')],
    ['empty polls of the queues', dollars(emptyPollsInMonth * prices.sqs.request)],
    ['the keys of webhooks and of sealing', dollars(2 * prices.month.kmsKey)],
  ]);
}

function printAssumptions(): void {
  console.log(
    "\nMeasured: calls, capacity, CPU time, the service's own log lines, the size of answers. A function's CPU time is that of this" +
      '\nmachine, less what its stores take; of deliverWebhook it includes the receiver. Assumed: a core of AWS Lambda is as fast as one' +
      '\nhere; a function gets the share of it that its memory has of 1,769 MB, and waits for calls, those at once together:' +
      `\n${Object.entries(latencies)
        .map(([name, milliseconds]) => `${name} ${milliseconds}`)
        .join(
          ', ',
        )} ms. One message a batch; a picture has ${pictureBytes / 1000} kB. Left out: cold starts,` +
      '\nstorage, free tiers, files that readers download (S3 and transfer), and alarms.' +
      '\nPrices and their date are in test/bench/prices.ts.',
  );
}
