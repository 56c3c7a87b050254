/** Prints the commit of the last release, as the base of `npm run test:release -- --changed`. Prints nothing if it is not known. */
import { lastRelease } from './lastRelease.ts';
import { repository } from './run.ts';

const base = lastRelease(repository);
if (base !== undefined) process.stdout.write(`${base}\n`);
