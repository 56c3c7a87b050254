import type { Operations } from '../../client/types.ts';
import { toast } from '../frame/toasts.tsx';
import { Button, Card } from '../parts/controls.tsx';
import { useAct } from '../parts/form.tsx';
import { List, Row } from '../parts/list.tsx';
import { signOutAction } from '../paths.ts';
import { api } from '../service/api.ts';
import { showItems, useRead } from '../service/loaded.ts';
import { formatAgo, formatDate, formatTime } from '../words/formats.ts';
import { t } from '../words/words.ts';

type Session = Operations['listSessions']['output']['items'][number];

/** The sessions of the person. */
export function Sessions() {
  const page = useRead(api.listSessions, { limit: 100 });
  const act = useAct();
  const end = ({ id, current }: Session) => {
    const text = current ? t('me.endCurrentText') : t('me.endText');
    return act.runIfSure({ title: t('me.endSession'), text }, async () => {
      await api.deleteSession({ session_id: id });
      if (current) return location.assign(signOutAction);
      toast(t('me.ended'));
      showItems(page, (before) => before.filter((session) => session.id !== id));
    });
  };
  return (
    <Card title={t('me.sessions')}>
      <List page={page} error={act.error}>
        {(session) => {
          const time = formatTime(session.created_at);
          return (
            <Row
              key={session.id}
              name={t('me.signedIn', { time })}
              badges={[session.current && t('me.thisSession')]}
              lines={[
                [
                  t('keys.lastUsed', { ago: formatAgo(session.last_used_at) }),
                  t('keys.ends', { date: formatDate(session.expires_at) }),
                ],
              ]}
            >
              <Button look="small danger" label={t('me.endOf', { time })} onClick={() => end(session)}>
                {t('me.end')}
              </Button>
            </Row>
          );
        }}
      </List>
    </Card>
  );
}
