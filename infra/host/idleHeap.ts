import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

const idleMilliseconds = 3_000;
/** The timers of an idle host take less of a thread's time than this. */
const idleUtilization = 0.05;
const leastGrowthBytes = 4 * 1024 * 1024;

/**
 * Collects the garbage of this thread each time that it has become idle. V8 collects only while a heap grows, so an idle host would hold
 * the memory of its last burst. Does nothing unless Node.js was started with `--expose-gc`. Returns a function that ends it.
 */
export function collectWhenIdle(): () => void {
  const { gc } = globalThis;
  if (!gc) return () => undefined;
  let before = performance.eventLoopUtilization();
  let collectedBytes = 0;
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    const hasGrown = getHeapStatistics().total_heap_size > collectedBytes + leastGrowthBytes;
    if (utilization > idleUtilization || !hasGrown) return;
    gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    collectedBytes = getHeapStatistics().total_heap_size;
  }, idleMilliseconds).unref();
  return () => clearInterval(timer);
}
