import { rejected } from '../../../shared/access/authentication.ts';
import { listSessions } from '../../../shared/contract/operations/me.ts';
import { getSession, listSessionPage } from '../../../shared/data/callers/sessions.ts';
import { run } from '../../../shared/http/operation.ts';
import { ownSession } from '../../../shared/http/ownSession.ts';
import { cursors } from '../../../shared/http/pagination.ts';
import { parsedResponse } from '../../../shared/http/success.ts';
import { presentSession } from '../../../shared/presentation/present.ts';

export const handler = run(listSessions, [ownSession], async ({ principal, query }, { sessionHash = '' }) => {
  const list = cursors('sessions', principal.user.id);
  const after = list.read(query.cursor);
  const nowSeconds = Math.floor(Date.now() / 1000);

  const own = await getSession(sessionHash, nowSeconds);
  if (!own) throw rejected('invalid_session');
  const { items, next } = await listSessionPage(own, { after, limit: query.limit }, nowSeconds);
  const sessions = items.map((session) => presentSession(session, own));
  return parsedResponse(listSessions, list.page(sessions, next));
});
