import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { memberUserId, organizationId, policyId } from '../../../shared/contract/identifiers.ts';

/** A reason why a run cannot begin. It is shown as one line. */
export class UnusableStage extends Error {
  override readonly name = 'UnusableStage';
}

const actors = ['owner', 'admin', 'member', 'read_only', 'service_account', 'staff', 'newcomer', 'outsider'];

/** The credentials file, which `npm start` writes for itself, and `conformance prepare` for any stage. */
const credentialsFile = z.object({
  base_url: z.url(),
  organization_id: organizationId,
  api_keys: z.record(z.enum(actors), z.string().check(z.minLength(1))),
  user_ids: z.object({ owner: memberUserId, admin: memberUserId, member: memberUserId }),
  session_cookies: z.object({ owner: z.string(), member: z.string() }),
  policy_ids: z.array(policyId).check(z.minLength(3, 'must have 3 policies')),
});
type CredentialsFile = z.infer<typeof credentialsFile>;

/** Reads a credentials file. Throws an UnusableStage that names the missing parts. */
export async function readCredentials(path: string): Promise<CredentialsFile> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new UnusableStage(`There is no file ${path}. Make one: npm run admin -- conformance prepare`);
  });
  const { data, error } = z.safeParse(credentialsFile, parsed(text));
  if (data) return data;
  const lacking = error.issues.map((issue) => issue.path.join('.') || 'JSON').join(', ');
  throw new UnusableStage(`${path} is not a credentials file. Check: ${lacking}.`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The most POSTs that tests send in a minute with one key. */
const neededCreatesPerMinute = 2000;

/** Throws an UnusableStage if a credential does not work at the stage, or if it allows fewer requests than the tests send. */
export async function checkStage({ base_url, api_keys, session_cookies }: CredentialsFile): Promise<void> {
  const credentials = [
    ...Object.entries(api_keys).map(([actor, key]) => [actor, { Authorization: `Bearer ${key}` }] as const),
    ...Object.entries(session_cookies).map(
      ([actor, Cookie]) => [`session of the ${actor}`, { Cookie }] as const,
    ),
  ];
  const answers = await Promise.all(
    credentials.map(async ([who, headers]) => ({ who, response: await ask(base_url, { headers }) })),
  );
  const refused = answers.filter(({ response }) => response.status !== 200);
  if (refused.length > 0)
    throw new UnusableStage(
      `${base_url} refuses: ${refused.map(({ who, response }) => `${who} (${response.status})`).join(', ')}. ` +
        'Prepare new credentials: npm run admin -- conformance prepare',
    );
  // This POST is refused as malformed, so it changes nothing. But it counts for the rate limit, and its answer names this limit.
  const post = await ask(base_url, {
    method: 'POST',
    headers: { Authorization: `Bearer ${api_keys.owner}` },
  });
  const allowed = Number(post.headers.get('x-ratelimit-limit'));
  if (allowed < neededCreatesPerMinute)
    throw new UnusableStage(
      `${base_url} allows ${allowed} POSTs a minute and the tests need ${neededCreatesPerMinute}. ` +
        'Deploy the stage with -c rateLimitRequests=20000 -c rateLimitCreates=2000 -c rateLimitSearches=2000, or start it with these as ' +
        'RATE_LIMIT_REQUESTS, RATE_LIMIT_CREATES and RATE_LIMIT_SEARCHES.',
    );
}

const ask = (baseUrl: string, init: RequestInit): Promise<Response> =>
  fetch(`${baseUrl}/v1/documents`, { signal: AbortSignal.timeout(30_000), ...init }).catch((error: Error) => {
    throw new UnusableStage(`Nothing answers at ${baseUrl}: ${error.cause ?? error.message}`);
  });
