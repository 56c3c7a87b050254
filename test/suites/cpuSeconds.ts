import { readFileSync } from 'node:fs';

/** Linux counts the CPU time of processes in hundredths of a second (proc_pid_stat(5), times(2)). */
const ticksPerSecond = 100;

/**
 * Returns the CPU seconds of this process and of its processes that have ended, with theirs. Undefined on systems without /proc.
 */
export function cpuSeconds(): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const stat = readFileSync('/proc/self/stat', 'utf8');
  // The second field, the name of the program, is in parentheses and may have spaces. The fields 14 to 17 are utime, stime, cutime, cstime.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond;
}

/** Returns the line that a run prints at its end, and whether the run exceeds its budget. */
export function verdict(
  { what, most }: { readonly what: string; readonly most: number },
  seconds: number,
): { readonly line: string; readonly isBeyond: boolean } {
  const isBeyond = seconds > most;
  const begin = isBeyond ? 'Beyond its budget' : 'Within its budget';
  return { line: `${begin}: | ${what} | ${Math.ceil(seconds)} | ${most} |`, isBeyond };
}
