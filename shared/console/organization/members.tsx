import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import type { Operations, OrganizationMember } from '../../client/types.ts';
import { toast } from '../frame/toasts.tsx';
import { Card, Check, sets } from '../parts/controls.tsx';
import { FormDialog } from '../parts/form.tsx';
import { List, Problem, Row } from '../parts/list.tsx';
import { paths } from '../paths.ts';
import { api, isMe, loadMe, may, me, useRead } from '../service/api.ts';
import { formatDate, formatTime, t } from '../words/words.ts';
import { type Role, RoleChoice } from './roles.tsx';
import { Leavers, Transfer } from './transfer.tsx';

type Owner = Operations['listOrganizationOwners']['output']['items'][number];

/** What is done with a member, in a dialog. */
type Deed = 'role' | 'removal' | 'transfer';

export function Members() {
  const members = useRead(api.listOrganizationMembers, {});
  const owners = useRead(api.listOrganizationOwners, {});
  const doing = useSignal<{ readonly what: Deed; readonly member: OrganizationMember } | null>(null);
  const items = members.data?.items ?? [];
  const { what, member: one } = doing.value ?? {};
  const isOwner = me.value?.role === 'owner';
  const close = sets(doing, null);
  const reload = () => Promise.all([members.reload(), owners.reload()]);
  return (
    <Card
      title={t('members.title')}
      aside={members.data && <p class="quiet-text">{t('members.count', { count: items.length })}</p>}
    >
      <Problem error={owners.error} onRetry={owners.reload} />
      <List page={members}>
        {(member) => (
          <Member
            key={member.user_id}
            member={member}
            owner={owners.data?.items.find(({ user_id }) => user_id === member.user_id)}
            onDo={(what) => {
              doing.value = { what, member };
            }}
          />
        )}
      </List>
      {items.length === 1 && may('organization#manage') && <p class="hint">{t('members.alone')}</p>}
      {isOwner && members.data && <Leavers members={items} />}
      {one && what === 'role' && <RoleDialog member={one} onClose={close} onDone={reload} />}
      {one && what === 'removal' && (
        <Removal
          member={one}
          onClose={close}
          onDone={async () => {
            await reload();
            if (isOwner) doing.value = { what: 'transfer', member: one };
          }}
        />
      )}
      {one && what === 'transfer' && <Transfer from={one} members={items} onClose={close} />}
    </Card>
  );
}

interface MemberProps {
  readonly member: OrganizationMember;
  /** Undefined if the member is no owner. */
  readonly owner: Owner | undefined;
  readonly onDo: (what: Deed) => void;
}

function Member({ member, owner, onDo }: MemberProps) {
  const manages = may('organization#manage');
  const isOwner = me.value?.role === 'owner';
  const name = member.display_name || member.email;
  return (
    <Row
      name={name}
      badges={[t(`role.${member.role}`), isMe(member) && t('members.you')]}
      lines={[
        [member.email, t('members.joined', { date: formatDate(member.joined_at) })],
        [owner && powersText(owner)],
      ]}
      commands={[
        manages && { title: t('members.changeRole'), icon: 'edit', run: () => onDo('role') },
        isOwner && { title: t('transfer.title'), icon: 'document', run: () => onDo('transfer') },
        (manages || isMe(member)) && {
          title: isMe(member) ? t('members.leave') : t('members.remove'),
          icon: 'bin',
          run: () => onDo('removal'),
        },
      ]}
    />
  );
}

/** Returns a text about the times at which a member became an owner and gets an owner's powers. */
function powersText({ owner_since, powers_from }: Owner): string {
  const date = formatDate(owner_since);
  if (powers_from === null) return t('members.powersLater', { date });
  if (Date.parse(powers_from) > Date.now())
    return t('members.powersFrom', { date, time: formatTime(powers_from) });
  return t('members.powersSince', { date, since: formatDate(powers_from) });
}

interface DialogProps {
  readonly member: OrganizationMember;
  readonly onClose: () => void;
  readonly onDone: () => unknown;
}

function RoleDialog({ member, onClose, onDone }: DialogProps) {
  const role = useSignal<Role>(member.role);
  const { user_id, display_name: name } = member;
  return (
    <FormDialog
      title={t('members.roleOf', { name })}
      action={t('members.changeRole')}
      isIncomplete={role.value === member.role}
      onClose={onClose}
      onSend={async () => {
        await api.updateMemberRole({ user_id, role: role.value });
        onClose();
        toast(t('members.roleChanged', { name, role: t(`role.${role.value}`) }));
        if (isMe(member)) await loadMe();
        await onDone();
      }}
    >
      <RoleChoice role={role} />
      {role.value === 'owner' && <p class="hint">{t('members.newOwner')}</p>}
    </FormDialog>
  );
}

function Removal({ member, onClose, onDone }: DialogProps) {
  const { route } = useLocation();
  const endsMade = useSignal(false);
  const isLeaving = isMe(member);
  const { user_id, display_name: name } = member;
  return (
    <FormDialog
      title={isLeaving ? t('members.leave') : t('members.removeName', { name })}
      action={isLeaving ? t('members.leave') : t('members.remove')}
      isDestructive
      onClose={onClose}
      onSend={async () => {
        await api.removeMember({ user_id, ...(endsMade.value && { end_made: 'true' }) });
        onClose();
        toast(isLeaving ? t('members.left') : t('members.removed', { name }));
        if (!isLeaving) return onDone();
        await loadMe();
        route(paths.library);
      }}
    >
      <p>{isLeaving ? t('members.leaveText') : t('members.removeText')}</p>
      <Check label={t('members.endMade')} isOn={endsMade} />
    </FormDialog>
  );
}
