import { useSignal } from '@preact/signals';
import type { OrganizationMember } from '../../client/types.ts';
import { Button, sets } from '../parts/controls.tsx';
import { Problem } from '../parts/problem.tsx';
import { api } from '../service/api.ts';
import { useLoaded } from '../service/loaded.ts';
import { formatDate } from '../words/formats.ts';
import { t } from '../words/words.ts';
import { Transfer } from './transfer.tsx';

/** The event of a removal has the member as they were. */
type Leaver = Pick<OrganizationMember, 'user_id' | 'display_name' | 'email'>;

/** The people who left while the service still keeps the event of it, for their documents. */
export function Leavers({ members }: { readonly members: readonly OrganizationMember[] }) {
  const chosen = useSignal<Leaver | null>(null);
  const events = useLoaded(members.map(({ user_id }) => user_id).join(), (signal) =>
    api.listEvents.withResponse({ type: 'member.removed', limit: 100 }, { signal }),
  );
  const isMember = (id: string) => members.some(({ user_id }) => user_id === id);
  const leavers = new Map<string, readonly [leaver: Leaver, at: string]>();
  for (const { data, timestamp } of events.data?.items ?? []) {
    const leaver = data as unknown as Leaver;
    if (!isMember(leaver.user_id) && !leavers.has(leaver.user_id))
      leavers.set(leaver.user_id, [leaver, timestamp]);
  }
  if (events.error) return <Problem error={events.error} onRetry={events.reload} />;
  if (leavers.size === 0) return null;
  return (
    <details>
      <summary>{t('leavers.title', { count: leavers.size })}</summary>
      <ul class="rows" role="list">
        {[...leavers.values()].map(([leaver, at]) => (
          <li key={leaver.user_id} class="row-item">
            <div>
              <p>
                <bdi>{leaver.display_name || leaver.email}</bdi>
              </p>
              <p class="quiet-text">{t('leavers.left', { date: formatDate(at) })}</p>
            </div>
            <Button look="small" onClick={sets(chosen, leaver)}>
              {t('transfer.title')}
            </Button>
          </li>
        ))}
      </ul>
      {chosen.value && <Transfer from={chosen.value} members={members} onClose={sets(chosen, null)} />}
    </details>
  );
}
