import { useSignal } from '@preact/signals';
import type { OrganizationMember } from '../../client/types.ts';
import { toast } from '../frame/toasts.tsx';
import { SelectField } from '../parts/controls.tsx';
import { FormDialog } from '../parts/form.tsx';
import { api } from '../service/api.ts';
import { change, isMe } from '../service/session.ts';
import { watchWork } from '../service/unfinished.ts';
import { t } from '../words/words.ts';

interface TransferProps {
  /** They may have left. */
  readonly from: Pick<OrganizationMember, 'user_id' | 'display_name'>;
  readonly members: readonly OrganizationMember[];
  readonly onClose: () => void;
}

/** Hands over all documents of a member, or of somebody who has left. */
export function Transfer({ from, members, onClose }: TransferProps) {
  const { user_id, display_name: name } = from;
  const isMember = members.some((one) => one.user_id === user_id);
  // An owner can take over only the documents of people who have left.
  const heirs = members.filter((one) => one.user_id !== user_id && !(isMember && isMe(one)));
  const to = useSignal<string>(heirs[0]?.user_id ?? '');
  const handOver = async () => {
    const heir = to.value as OrganizationMember['user_id'];
    const end = watchWork(
      () => t('transfer.undone', { name }),
      () => 1,
    );
    let count = 0;
    try {
      for (let hasMore = true; hasMore; ) {
        const answer = await change(() => api.transferDocuments({ user_id, to: heir }));
        count += answer.transferred;
        hasMore = answer.has_more;
      }
    } finally {
      end();
    }
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
        <SelectField
          label={t('transfer.to')}
          text={to}
          options={heirs.map((heir) => [heir.user_id, `${heir.display_name} (${heir.email})`])}
        />
      )}
    </FormDialog>
  );
}
