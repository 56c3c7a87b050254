import { afterAll, beforeAll, expect, test } from 'vitest';
import { allOperations } from '../../shared/contract/operations.ts';
import { type Terminal, terminal } from './pasting.ts';

let reader: Terminal;
beforeAll(async () => {
  reader = await terminal();
}, 60_000);
afterAll(() => reader[Symbol.asyncDispose]());

const get = async (path: string) => (await fetch(reader.credentials.base_url + path)).text();

/** Returns the commands on a page of the reference, as a browser shows them. */
const commandsOn = (page: string): string[] =>
  [...page.matchAll(/<pre class="request"><code>(.*?)<\/code><\/pre>/gs)].map(([, code = '']) =>
    code
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  );

const inItsFolder = 'mkdir -p "$DATA_DIR/commands" && cd "$DATA_DIR/commands"';

test('the commands of getting started work, from a key to an entry page', async () => {
  const [readKey = '', first = ''] = commandsOn(await get('/docs'));

  const output = await reader.paste(`${inItsFolder}\n${readKey} <<< "$OWN_KEY"\n${first}`, {
    OWN_KEY: reader.credentials.api_keys.owner,
  });

  expect(readKey.split('\n').length + first.split('\n').length).toBeLessThanOrEqual(10);
  expect(output).toContain('"name":"Olivia Owner"');
  expect(output).toMatch(/^\{.*"title":"First document".*\}$/m);
  expect(output).toMatch(/^\{"download_url":"http.*\}$/m);
});

/** Unknown ids for the variables of the commands. */
const variables = {
  DOCUMENT_ID: 'doc',
  VERSION_ID: 'ver',
  POLICY_ID: 'pol',
  USER_ID: 'usr',
  TO: 'usr',
  INVITATION_ID: 'inv',
  WEBHOOK_ID: 'whk',
  EVENT_ID: 'evt',
  ORGANIZATION_ID: 'org',
  SERVICE_ACCOUNT_ID: 'svc',
  KEY_ID: 'key',
  SESSION_ID: 'ses',
  IDS: 'doc',
};

test('the service accepts the example request of every operation', {
  timeout: 120_000,
}, async () => {
  const groups = new Set(
    [...(await get('/docs')).matchAll(/href="(\/docs\/[a-z-]+)"/g)].map(([, path = '']) => path),
  );
  const pages = await Promise.all([...groups].map(get));
  const requests = pages.flatMap((page) =>
    page.split('<article>').flatMap((article) => {
      const [, id] = /<h2 id="(\w+)">/.exec(article) ?? [];
      return commandsOn(article).map((command) => ({ id, command }));
    }),
  );
  const statuses = new Map<string | undefined, string>();
  for (const { id, command } of requests) {
    const sent = command.replace('curl -sS', `curl -sS -o answer -w '%{http_code} '`);
    const output = await reader.paste(
      `${inItsFolder}\nprintf '%%PDF-1.4\\n' > contract.pdf\n${sent}\ncat answer`,
      {
        ...Object.fromEntries(
          Object.entries(variables).map(([name, prefix]) => [name, `${prefix}_${'0'.repeat(26)}`]),
        ),
        KEY: reader.credentials.api_keys.owner,
        SESSION: reader.credentials.session_cookies.owner,
      },
    );
    statuses.set(id, output);
  }

  expect([...statuses.keys()].toSorted()).toEqual(allOperations.map(({ id }) => id as string).toSorted());
  // These three operations need a session. The example organization does not exist, and the owner has no ownership to reclaim.
  expect(statuses.get('updateMe')).toMatch(/^200 .*"name":"Augusta Ada King"/);
  expect(statuses.get('switchOrganization')).toMatch(/^404 /);
  expect(statuses.get('reclaimOwnership')).toMatch(/^403 .*You have no ownership/);
  const misunderstood = [...statuses].filter(([, output]) => !/^(2\d\d|403|404) /.test(output));
  // The example of createPolicy has the name of an existing policy. The example of deleteOrganization has the name of another organization.
  expect(misunderstood.map(([id]) => id).toSorted()).toEqual(['createPolicy', 'deleteOrganization']);
});
