import type { Context } from 'aws-lambda';
import { maxUploadBytes } from '../../../shared/contract/limits.ts';
import type { FailureCode } from '../../../shared/contract/resources/versionFailure.ts';
import { FairQueue } from '../batches/fairQueue.ts';
import type { Stopped } from '../threads/limitedThread.ts';
import type { Inspection } from './inspectionThread.ts';
import { type InspectionLimits, Inspector } from './inspector.ts';

/** The result for a file that failed: the reason for operators, and its code for clients. */
export interface Failed {
  readonly outcome: 'failed';
  readonly failure: string;
  readonly code: FailureCode;
}

/** This much of an invocation's time is kept for storing the result after the inspection. */
export const reservedMilliseconds = 15_000;

/** Twenty times the needs of ordinary files. No file waits longer than this for another file. */
const quickLook = { cpuMilliseconds: 300, milliseconds: 2000, megabytes: 256 } as const;

/**
 * Limits of a slow file: several times the needs of the slowest harmless file. That file has 2.6 MB, 20,000 pages and a broken index, and
 * took 0.5 s.
 */
const slowFile = { baseMilliseconds: 2000, millisecondsPerMegabyte: 1000, mostMilliseconds: 15_000 } as const;
/**
 * Files that are too large for a form get additional time: 10 s for 100 MiB. (A file of 100 MB with a broken index takes 2 s.) Smaller
 * files get no additional time.
 */
const largeFileMillisecondsPerMegabyte = 100;
/** The limit of a slow file by the clock. It is enough for the file's CPU time on a busy machine. */
const slowLookMilliseconds = 20_000;
/** The inspection of a slow file may take this share of the function's memory. The rest is for the runtime and the file itself. */
const slowShareOfMemory = 0.6;
/** Each time that the process is killed while inspecting a file, the limits of the file are reduced to this share. */
const shareAfterKill = 1 / 4;

const inspector = new Inspector({ megabytes: quickLook.megabytes });
const quickQueue = new FairQueue();
const slowQueue = new FairQueue();

/** Starts the thread for a quick look while the file is downloaded. */
export const prepareQuickInspection = (): void => void inspector.prepare();

/**
 * Inspects a file with the limits for ordinary files. A file that exceeds them has not failed, but is slow. Throws if the invocation has
 * too little time left: then other files or slow requests took the time, which is not this file's fault.
 */
export const inspectQuickly = (
  pdf: Uint8Array,
  tenant: string,
  context: Context,
): Promise<Inspection | Stopped> =>
  quickQueue.run(tenant, () => {
    if (!isTimeLeft(context, quickLook)) throw new Error('too little time is left to inspect the file');
    return inspector.inspect(pdf, quickLook);
  });

/**
 * Inspects a slow file in a thread of its own, with limits by the size of the file. A file that exceeds its limits has failed. The outcome
 * `stopped` means something else here: the file had to wait for other files, and then too little time was left.
 * @param attempt 1 for the first attempt, and one more for each time that the process was killed during an attempt
 */
export const inspectThoroughly = (
  pdf: Uint8Array,
  tenant: string,
  context: Context,
  attempt: number,
): Promise<Inspection | Failed | Stopped> =>
  slowQueue.run(tenant, async () => {
    const { megabytes, ...limits } = slowLimits(pdf.byteLength, attempt, Number(context.memoryLimitInMB));
    if (!isTimeLeft(context, limits)) return { outcome: 'stopped', failure: 'too little time is left' };
    const own = new Inspector({ megabytes });
    try {
      const inspection = await own.inspect(pdf, limits);
      if (inspection.outcome !== 'stopped') return inspection;
      const { failure, isOverLimit } = inspection;
      return { outcome: 'failed', failure, code: isOverLimit ? 'took_too_long' : 'crashed_reader' };
    } finally {
      own.end();
    }
  });

/** Returns the limits of a slow file, never lower than those of the quick look. */
export function slowLimits(
  sizeBytes: number,
  attempt: number,
  functionMegabytes: number,
): InspectionLimits & { readonly megabytes: number } {
  const share = shareAfterKill ** (attempt - 1);
  const { baseMilliseconds, millisecondsPerMegabyte, mostMilliseconds } = slowFile;
  const more = (Math.max(sizeBytes - maxUploadBytes, 0) / 1e6) * largeFileMillisecondsPerMegabyte;
  const whole =
    Math.min(baseMilliseconds + (sizeBytes / 1e6) * millisecondsPerMegabyte, mostMilliseconds) + more;
  return {
    cpuMilliseconds: Math.round(Math.max(whole * share, quickLook.cpuMilliseconds)),
    milliseconds: Math.round(Math.max((slowLookMilliseconds + more) * share, quickLook.milliseconds)),
    megabytes: Math.floor(Math.max(functionMegabytes * slowShareOfMemory * share, quickLook.megabytes)),
  };
}

const isTimeLeft = (context: Context, { milliseconds }: InspectionLimits): boolean =>
  context.getRemainingTimeInMillis() >= milliseconds + reservedMilliseconds;
