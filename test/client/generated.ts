/**
 * `npm run clients` starts a service. It generates a client with each generator, compiles the client, and calls the service with it. The
 * names of generators, or parts of them, select some. A generator that this machine cannot have is skipped, and the output says so.
 */
import { isDeepStrictEqual } from 'node:util';
import { startService, withoutRateLimits } from '../support/service.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { expectedCalls, type Generator, generators, installed, tryClient } from './generators.ts';

const wanted = process.argv.slice(2);
const chosen = generators.filter(
  ({ name }) => wanted.length === 0 || wanted.some((one) => name.includes(one)),
);
if (chosen.length === 0) {
  process.stderr.write(
    `No generator has such a name. Their names:\n${generators.map(({ name }) => name).join('\n')}\n`,
  );
  process.exit(2);
}

await using data = await temporaryDirectory();
const service = await startService({ DATA_DIR: data.path, ...withoutRateLimits });
const { base_url: baseUrl, api_keys } = service.credentials;

/** Resolves with the outcome in words. Throws if the client does not work. */
async function outcomeOf(generator: Generator): Promise<string> {
  const found = await installed(generator);
  if ('lacking' in found) return `SKIPPED: this machine lacks ${found.lacking}`;
  await using made = await temporaryDirectory();
  const called = await tryClient(generator, found.folder, made.path, { baseUrl, apiKey: api_keys.owner });
  if (!isDeepStrictEqual(called, expectedCalls)) throw new Error(`The calls had ${JSON.stringify(called)}`);
  return 'generated, compiled and called';
}

try {
  for (const generator of chosen) {
    const began = performance.now();
    const outcome = await outcomeOf(generator).catch((error: Error) => {
      process.exitCode = 1;
      return `FAILED\n${error.message.slice(0, 5000).replace(/^/gm, '    ')}`;
    });
    const seconds = Math.round((performance.now() - began) / 1000);
    process.stdout.write(`${generator.name}: ${outcome} (${seconds} s)\n`);
  }
} finally {
  await service.stop();
}
