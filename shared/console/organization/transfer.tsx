import { useSignal } from '@preact/signals';
import type { OrganizationMember } from '../../client/types.ts';
import { toast } from '../frame/toasts.tsx';
import { Button, bound, Field, Select, sets } from '../parts/controls.tsx';
import { FormDialog } from '../parts/form.tsx';
import { Problem, Row } from '../parts/list.tsx';
import { api, isMe, useRead } from '../service/api.ts';
import { untilDone } from '../service/batch.ts';
import { formatDate, t } from '../words/words.ts';

interface TransferProps {
  /** A member or former member. */
  readonly from: Pick<OrganizationMember, 'user_id' | 'display_name'>;
  readonly members: readonly OrganizationMember[];
  readonly onClose: () => void;
}

/** Hands over all documents of a member or former member. */
export function Transfer({ from, members, onClose }: TransferProps) {
  const { user_id, display_name: name } = from;
  const isMember = members.some((one) => one.user_id === user_id);
  // An owner can take over only the documents of people who have left.
  const heirs = members.filter((one) => one.user_id !== user_id && !(isMember && isMe(one)));
  const to = useSignal<string>(heirs[0]?.user_id ?? '');
  const handOver = async () => {
    const heir = to.value as OrganizationMember['user_id'];
    let count = 0;
    await untilDone(t('transfer.undone', { name }), async () => {
      const answer = await api.transferDocuments({ user_id, to: heir });
      count += answer.transferred;
      return answer.has_more;
    });
    onClose();
    toast(t('transfer.done', { count }));
  };
  return (
    <FormDialog
      title={t('transfer.of', { name })}
      action={t('transfer.title')}
      isIncomplete={heirs.length === 0}
      onClose={onClose}
      onSend={handOver}
    >
      <p>{isMember ? t('transfer.text') : t('transfer.textLeft')}</p>
      {heirs.length === 0 ? (
        <p class="hint">{t('transfer.nobody')}</p>
      ) : (
        <Field label={t('transfer.to')}>
          {(attributes) => (
            <Select
              {...attributes}
              {...bound(to)}
              options={heirs.map((heir) => [heir.user_id, `${heir.display_name} (${heir.email})`])}
            />
          )}
        </Field>
      )}
    </FormDialog>
  );
}

/** A former member, from the event of the removal. */
type Leaver = Pick<OrganizationMember, 'user_id' | 'display_name' | 'email'>;

/** The former members whose removal is still in the list of events, with a button to hand over their documents. */
export function Leavers({ members }: { readonly members: readonly OrganizationMember[] }) {
  const chosen = useSignal<Leaver | null>(null);
  const ids = members.map(({ user_id }) => user_id).join();
  const events = useRead(api.listEvents, { type: 'member.removed', limit: 100 }, ids);
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
          <Row
            key={leaver.user_id}
            name={leaver.display_name || leaver.email}
            lines={[[t('leavers.left', { date: formatDate(at) })]]}
          >
            <Button text={t('transfer.title')} look="small" onClick={sets(chosen, leaver)} />
          </Row>
        ))}
      </ul>
      {chosen.value && <Transfer from={chosen.value} members={members} onClose={sets(chosen, null)} />}
    </details>
  );
}
