import { describe, expect, test } from 'vitest';
import { call } from '../support/documents.ts';
import { problem, sameOrigin } from '../support/organizations.ts';
import { signedIn } from '../support/signedIn.ts';
import { base_url, noLocalProvider, sessionEnded, withCookie } from '../support/signIn.ts';

const unknown = { session_id: `ses_${'0'.repeat(26)}` };

describe.skipIf(noLocalProvider)('a person', () => {
  test('ends another session of theirs at once, and keeps this one', async () => {
    const one = await signedIn();
    const other = await one.again();

    const { status, body, headers } = await call.deleteSession({
      ...one.as,
      path: { session_id: other.sessionId },
    });

    expect({ status, body }).toEqual({ status: 200, body: {} });
    expect(headers.get('set-cookie')).toBeNull();
    expect(await withCookie(other.person)).toMatchObject(sessionEnded);
    expect((await withCookie(one.person)).status).toBe(200);
  });

  test('ends the current session, and its cookie is cleared', async () => {
    const { person, sessionId } = await signedIn();
    const kept = person.copy();

    const { status, text } = await person.go(`${base_url}/v1/me/sessions/${sessionId}`, {
      method: 'DELETE',
      headers: sameOrigin,
    });

    expect({ status, text }).toEqual({ status: 200, text: '{}' });
    expect(person.cookie(base_url, 'session')).toBeUndefined();
    expect(await withCookie(kept)).toMatchObject(sessionEnded);
  });

  // Threat: A person finds or ends sessions of somebody else
  test('gets the same 404 for a session of somebody else, an ended one, and one that never was', async () => {
    const [one, others] = [await signedIn(), await signedIn()];
    const ended = await one.again();
    const end = (session_id: string) => call.deleteSession({ ...one.as, path: { session_id } });
    await end(ended.sessionId);

    const answers = [await end(others.sessionId), await end(ended.sessionId), await end(unknown.session_id)];

    for (const answer of answers) expect(answer).toMatchObject(problem(404));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.problem))).size).toBe(1);
    expect((await withCookie(others.person)).status).toBe(200);
  });
});
