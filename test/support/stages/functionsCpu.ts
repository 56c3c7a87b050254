import { readdirSync, readFileSync } from 'node:fs';

let storesThread: string | undefined;

/**
 * Returns the CPU time that this process has taken so far, in milliseconds. Excludes the thread of the stores, which are other
 * machines on AWS. Without /proc, returns the time of the calling thread alone.
 */
export function functionsCpuMilliseconds(): number {
  storesThread ??= findStoresThread();
  if (storesThread === undefined) return inMilliseconds(process.threadCpuUsage());
  const [nanoseconds] = readFileSync(`/proc/self/task/${storesThread}/schedstat`, 'utf8').split(' ');
  return inMilliseconds(process.cpuUsage()) - Number(nanoseconds) / 1e6;
}

const inMilliseconds = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;

function findStoresThread(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  return readdirSync('/proc/self/task').find(
    (thread) => readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim() === 'stores',
  );
}
