import { useSignal } from '@preact/signals';
import type { Operations } from '../../client/types.ts';
import {
  emailMaxCharacters,
  invitationDaysDefault,
  invitationDaysMax,
  pendingInvitationsMax,
} from '../../contract/limits.ts';
import { toast } from '../frame/toasts.tsx';
import { Card, Opener, sets, TextField, Used } from '../parts/controls.tsx';
import { FormDialog, ShownOnce, useAct } from '../parts/form.tsx';
import { List, Row } from '../parts/list.tsx';
import { api, showItems, useRead } from '../service/api.ts';
import { formatDate, t } from '../words/words.ts';
import { type Role, RoleChoice } from './roles.tsx';

type Invitation = Operations['listInvitations']['output']['items'][number];
type Sent = Operations['createInvitation']['output'];

export function Invitations() {
  const page = useRead(api.listInvitations, { limit: pendingInvitationsMax });
  const sent = useSignal<Sent | null>(null);
  const act = useAct();
  const show = (answer: Sent) => {
    sent.value = answer;
    // A new invitation replaces an earlier one to the same address.
    showItems(page, (before) => [answer, ...before.filter(({ email }) => email !== answer.email)]);
  };
  const send = ({ id }: Invitation) =>
    act.run(async () => {
      show(await api.sendInvitation({ invitation_id: id }));
    });
  const withdraw = ({ id, email }: Invitation) =>
    act.runIfSure(
      { title: t('invitations.withdraw'), text: t('invitations.withdrawText', { email }) },
      async () => {
        await api.deleteInvitation({ invitation_id: id });
        toast(t('invitations.withdrawn', { email }));
        showItems(page, (before) => before.filter((one) => one.id !== id));
      },
    );
  return (
    <Card
      title={t('invitations.title')}
      aside={
        <>
          <Used count={page.data?.items.length} most={pendingInvitationsMax} />
          <Opener icon="plus" text={t('invitations.invite')}>
            {(close) => <Invite onClose={close} onSent={show} />}
          </Opener>
        </>
      }
    >
      <List page={page} none={t('invitations.none')} error={act.error}>
        {(invitation) => (
          <Row
            key={invitation.id}
            name={invitation.email}
            badges={[t(`role.${invitation.role}`)]}
            lines={[
              [t(`mail.${invitation.mail}`), t('common.until', { date: formatDate(invitation.expires_at) })],
            ]}
            commands={[
              { title: t('invitations.again'), icon: 'link', run: () => send(invitation) },
              { title: t('invitations.withdraw'), icon: 'bin', run: () => withdraw(invitation) },
            ]}
          />
        )}
      </List>
      {sent.value && (
        <ShownOnce
          title={t('invitations.sentTo', { email: sent.value.email })}
          label={t('invitations.link')}
          secret={sent.value.url}
          onClose={sets(sent, null)}
        >
          <p class="hint">
            {sent.value.mail === 'none' ? t('invitations.passOn') : t(`mail.${sent.value.mail}`)}
          </p>
        </ShownOnce>
      )}
    </Card>
  );
}

interface InviteProps {
  readonly onClose: () => void;
  readonly onSent: (answer: Sent) => void;
}

function Invite({ onClose, onSent }: InviteProps) {
  const email = useSignal('');
  const role = useSignal<Role>('member');
  const days = useSignal(`${invitationDaysDefault}`);
  return (
    <FormDialog
      title={t('invitations.invite')}
      onClose={onClose}
      onSend={async (options) => {
        const input = { email: email.value.trim(), role: role.value, expires_in_days: Number(days.value) };
        const answer = await api.createInvitation(input, options);
        onClose();
        onSent(answer);
      }}
    >
      <TextField
        label={t('invitations.email')}
        text={email}
        type="email"
        required
        maxLength={emailMaxCharacters}
      />
      <RoleChoice role={role} />
      <TextField
        label={t('invitations.days')}
        text={days}
        type="number"
        required
        min={1}
        max={invitationDaysMax}
      />
    </FormDialog>
  );
}
