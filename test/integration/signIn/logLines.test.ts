import { expect, test, vi } from 'vitest';
import { people } from '../../../infra/local/people.ts';
import { log } from '../../../shared/runtime/log.ts';
import { uploadReady } from '../../support/uploads.ts';
import { openSignInStage } from './signInStage.ts';

const stage = await openSignInStage();
const { call, credentials, signIn } = stage;

/** Returns the log lines of a run: the message and the fields of each. */
async function linesOf(run: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const info = vi.spyOn(log, 'info');
  try {
    await run();
    return info.mock.calls.map(([message, rest]) => ({
      message,
      ...(typeof rest === 'object' && !(rest instanceof Error) ? rest : {}),
    }));
  } finally {
    info.mockRestore();
  }
}

// Threat: Nobody can find out who read what
test('the log has what a signed-in person reads, with the name of their session', async () => {
  const { id: document_id, version_id } = await uploadReady(stage);
  const read = { document_id, version_id };
  const signedIn = await signInAs(people.member.email);
  const { user_id, credential } = signedIn.line;
  expect(user_id).toBe(credentials.user_ids.member.replace('usr_', 'user_'));
  expect(credential).toMatch(/^session:[0-9a-f]{16}$/);

  const open = (path: string) => linesOf(() => signedIn.browser.go(credentials.base_url + path));
  const caller = { user_id, credential, organization_id: credentials.organization_id };
  const page = (name: string, status: number) => ({ message: 'page', page: name, status });

  for (const path of [`/d/${document_id}`, `/d/${document_id}/versions/${version_id}`]) {
    const name = path.includes('versions') ? 'versionPage' : 'documentPage';
    expect(await open(path)).toContainEqual(
      expect.objectContaining({ ...page(name, 200), ...caller, ...read }),
    );
    for (const file of ['inline', 'attachment'])
      expect(await open(`${path}?file=${file}`)).toContainEqual(
        expect.objectContaining({ ...page(name, 303), ...caller, ...read, file }),
      );
  }
});

// Threat: Nobody can find out who read what
test('the log has what a key reads or tries to read, with the name of the key', async () => {
  const { document_id } = (await uploadReady(stage)).path;
  const open = (as: 'owner' | 'outsider') =>
    linesOf(() =>
      fetch(`${credentials.base_url}/d/${document_id}`, {
        headers: { Authorization: `Bearer ${credentials.api_keys[as]}` },
      }),
    );
  const credential = expect.stringMatching(/^key:[0-9a-f-]{36}$/);

  const [refused] = (await open('outsider')).filter(({ message }) => message === 'page');
  expect(refused).toMatchObject({ status: 404, credential, document_id });
  expect(refused).not.toHaveProperty('version_id');
  expect(await open('owner')).toContainEqual(
    expect.objectContaining({ status: 200, credential, document_id }),
  );

  const called = await linesOf(() => call.getDocument({ path: { document_id } }));
  expect(called).toContainEqual(
    expect.objectContaining({ message: 'request', operation: 'getDocument', credential, document_id }),
  );
});

async function signInAs(email: string) {
  let browser: Awaited<ReturnType<typeof signIn>>['browser'] | undefined;
  const lines = await linesOf(async () => {
    ({ browser } = await signIn({ email }));
  });
  const line = lines.find(({ message }) => message === 'signed in');
  if (!browser || !line) throw new Error('nobody was signed in');
  return { browser, line };
}
