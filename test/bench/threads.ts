import { readdir, readFile } from 'node:fs/promises';
import { cpuMilliseconds } from './service.ts';

/** The CPU time of a process's threads so far, by their kind. */
export type ThreadTimes = ReadonlyMap<string, number>;

/** The names of the threads that Node itself starts, and the kind of each. */
const nodesOwn: Readonly<Record<string, string>> = {
  MainThread: 'main',
  V8Worker: 'collector',
  DelayedTaskSche: 'collector',
  'libuv-worker': 'files',
  WorkerThread: 'inner',
};

/** Reads the CPU times. The result is empty if the kernel does not report them. */
export async function threadTimes(processId: number | undefined): Promise<ThreadTimes> {
  const directory = `/proc/${processId}/task`;
  const threads = await readdir(directory).catch(() => []);
  const times = new Map<string, number>();
  for (const thread of threads) {
    const [name, statistics] = await Promise.all(
      ['comm', 'schedstat'].map((file) => readFile(`${directory}/${thread}/${file}`, 'utf8')),
    ).catch(() => []);
    // A thread may have ended since it was listed.
    if (name === undefined || statistics === undefined) continue;
    const kind = nodesOwn[name.trim()] ?? name.trim();
    times.set(kind, (times.get(kind) ?? 0) + Number(statistics.split(' ')[0]) / 1e6);
  }
  if (times.size === 0) return times;
  const living = [...times.values()].reduce((sum, time) => sum + time, 0);
  return times.set('ended', (await cpuMilliseconds(processId)) - living);
}

/** Returns the CPU time of each kind of threads between two readings, divided by the count. */
export function timesEach(before: ThreadTimes, after: ThreadTimes, count: number): ThreadTimes {
  return new Map(
    [...after].map(([name, time]) => [name, Math.max(0, time - (before.get(name) ?? 0)) / count]),
  );
}

export const sumOf = (times: ThreadTimes): number => [...times.values()].reduce((sum, time) => sum + time, 0);
