import { release } from '../contract/release.ts';
import { checkEnvironment } from './environment.ts';
import { log } from './log.ts';

/**
 * Begins a process of a function: logs the release, and throws when an environment variable is missing, so that the function fails
 * before its first request.
 */
export function coldStart(): void {
  log.info('cold start', { release });
  checkEnvironment();
}
