/**
 * Asks a stage from outside whether clients can reach it: `node probe.mjs https://docs.example.com`. Ends with 0 if it answers as it should,
 * and otherwise with 1 and a line that says what is wrong. With an API key in PROBE_API_KEY, it also lists documents, which reads the
 * stores. It needs Node.js 18 or later and no packages: copy this file to a machine that shares nothing with the stage.
 */

const timeoutMilliseconds = 10_000;
/** One lost packet is no outage. */
const secondAttemptAfterMilliseconds = 5000;

const [address] = process.argv.slice(2);
if (address === undefined || !URL.canParse(address)) {
  process.stderr.write('Usage: node probe.mjs https://docs.example.com\n');
  process.exit(2);
}
const baseUrl = address.replace(/\/$/, '');
const apiKey = process.env.PROBE_API_KEY;

const checks = [
  { path: '/v1/openapi.json', headers: {}, isRight: ({ openapi }) => typeof openapi === 'string' },
  ...(apiKey
    ? [
        {
          path: '/v1/documents?limit=1',
          headers: { authorization: `Bearer ${apiKey}` },
          isRight: ({ items }) => Array.isArray(items),
        },
      ]
    : []),
];

const startedAt = Date.now();
let failure = await probe();
if (failure !== null) {
  await new Promise((resolve) => setTimeout(resolve, secondAttemptAfterMilliseconds));
  failure = await probe();
}
const at = new Date(startedAt).toISOString();
if (failure === null) process.stdout.write(`${at} ok: ${baseUrl}\n`);
else process.stderr.write(`${at} DOWN: ${failure}\n`);
process.exitCode = failure === null ? 0 : 1;

/** Resolves with what is wrong; null if all is well. */
async function probe() {
  for (const { path, headers, isRight } of checks) {
    const url = baseUrl + path;
    try {
      const response = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutMilliseconds) });
      const body = await response.text();
      if (response.status !== 200) return `${url} answers ${response.status}`;
      if (!isRight(JSON.parse(body))) return `${url} answers something else than the service`;
    } catch (error) {
      return `${url} does not answer as it should: ${error.cause?.message ?? error.message}`;
    }
  }
  return null;
}
