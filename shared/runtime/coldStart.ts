import { release } from '../contract/release.ts';
import { checkEnvironment } from './environment.ts';
import { log } from './log.ts';

/**
 * Logs the release when a process of a function begins. Throws if an environment variable is missing, so that the function fails before its
 * first request.
 */
export function coldStart(): void {
  log.info('cold start', { release });
  checkEnvironment();
}
