import { rejected } from '../../../shared/access/authentication.ts';
import { notFound } from '../../../shared/access/errors.ts';
import { deleteSession } from '../../../shared/contract/operations/me.ts';
import { hashToken } from '../../../shared/credentials/tokens.ts';
import {
  getSession,
  getUnexpiredSessionById,
  removeSession,
  sessionIdOf,
} from '../../../shared/data/callers/sessions.ts';
import { writeBookkeeping } from '../../../shared/data/table/commit.ts';
import { run } from '../../../shared/http/operation.ts';
import { ownSession } from '../../../shared/http/ownSession.ts';
import { sessionTokenIn, setSessionCookie } from '../../../shared/http/sessionCookie.ts';
import { success } from '../../../shared/http/success.ts';
import { baseUrl } from '../../../shared/presentation/links.ts';

export const handler = run(
  deleteSession,
  [ownSession],
  async ({ path }, { sessionHash = '' }) => {
    const nowSeconds = Math.floor(Date.now() / 1000);
    const [own, session] = await Promise.all([
      getSession(sessionHash, nowSeconds),
      getUnexpiredSessionById(path.session_id, nowSeconds),
    ]);
    if (!own) throw rejected('invalid_session');
    if (session?.user_id !== own.user_id || session.session_epoch !== own.session_epoch)
      throw notFound('session', 'session_id');
    await writeBookkeeping([removeSession(session.token_hash)]);
    return {};
  },
  (contract, body, path, event) => {
    const answer = success(contract, body, path);
    const token = sessionTokenIn(event.headers.cookie, baseUrl()) ?? '';
    if (sessionIdOf(hashToken(token)) === Object(path).session_id)
      answer.headers['Set-Cookie'] = setSessionCookie('', 0, baseUrl());
    return answer;
  },
);
