import { useSignal } from '@preact/signals';
import type { Operations } from '../../client/types.ts';
import {
  emailMaxCharacters,
  invitationDaysDefault,
  invitationDaysMax,
  pendingInvitationsMax,
} from '../../contract/limits.ts';
import { toast } from '../frame/toasts.tsx';
import { Button, Card, sets, TextField, Used } from '../parts/controls.tsx';
import { FormDialog, ShownOnce, useAct } from '../parts/form.tsx';
import { Menu, MenuButton } from '../parts/menu.tsx';
import { Problem } from '../parts/problem.tsx';
import { api } from '../service/api.ts';
import { showItems, useLoaded } from '../service/loaded.ts';
import { change } from '../service/session.ts';
import type { WordKey } from '../words/catalogue.ts';
import { formatDate } from '../words/formats.ts';
import { t } from '../words/words.ts';
import { type Role, RoleChoice, roleText } from './roles.tsx';

type Invitation = Operations['listInvitations']['output']['items'][number];
type Sent = Operations['createInvitation']['output'];

const mailWords = {
  none: 'invitations.mailNone',
  queued: 'invitations.mailQueued',
  held: 'invitations.mailHeld',
  sent: 'invitations.mailSent',
  delivered: 'invitations.mailDelivered',
  bounced: 'invitations.mailBounced',
  refused: 'invitations.mailRefused',
} as const satisfies Readonly<Record<Invitation['mail'], WordKey>>;

export function Invitations() {
  const page = useLoaded('invitations', (signal) =>
    api.listInvitations.withResponse({ limit: pendingInvitationsMax }, { signal }),
  );
  const isInviting = useSignal(false);
  const sent = useSignal<Sent | null>(null);
  const act = useAct();
  const items = page.data?.items ?? [];
  const show = (answer: Sent) => {
    sent.value = answer;
    // An address has one invitation, the latest.
    showItems(page, (before) => [answer, ...before.filter(({ email }) => email !== answer.email)]);
  };
  const send = ({ id }: Invitation) =>
    act.run(async () => {
      show(await change(() => api.sendInvitation({ invitation_id: id })));
    });
  const withdraw = ({ id, email }: Invitation) =>
    act.runIfSure(
      { title: t('invitations.withdraw'), text: t('invitations.withdrawText', { email }) },
      async () => {
        await change(() => api.deleteInvitation({ invitation_id: id }));
        toast(t('invitations.withdrawn', { email }));
        showItems(page, (before) => before.filter((one) => one.id !== id));
      },
    );
  return (
    <Card
      title={t('invitations.title')}
      aside={
        <>
          <Used count={items.length} most={pendingInvitationsMax} />
          <Button icon="plus" onClick={sets(isInviting, true)}>
            {t('invitations.invite')}
          </Button>
        </>
      }
    >
      <Problem error={page.error} onRetry={page.reload} />
      <Problem error={act.error} />
      {page.data && items.length === 0 && <p class="hint">{t('invitations.none')}</p>}
      <ul class="rows" role="list">
        {items.map((invitation) => (
          <li key={invitation.id} class="row-item">
            <div>
              <p>
                <bdi>{invitation.email}</bdi>
                <span class="badge">{roleText(invitation.role)}</span>
              </p>
              <p class="quiet-text">
                {t(mailWords[invitation.mail])} ·{' '}
                {t('invitations.until', { date: formatDate(invitation.expires_at) })}
              </p>
            </div>
            <Menu label={t('invitations.actionsOf', { email: invitation.email })}>
              <MenuButton icon="link" onClick={() => send(invitation)}>
                {t('invitations.again')}
              </MenuButton>
              <MenuButton icon="bin" isDestructive onClick={() => withdraw(invitation)}>
                {t('invitations.withdraw')}
              </MenuButton>
            </Menu>
          </li>
        ))}
      </ul>
      {isInviting.value && <Invite onClose={sets(isInviting, false)} onSent={show} />}
      {sent.value && (
        <ShownOnce
          title={t('invitations.sentTo', { email: sent.value.email })}
          label={t('invitations.link')}
          secret={sent.value.url}
          onClose={sets(sent, null)}
        >
          <p class="hint">
            {sent.value.mail === 'none' ? t('invitations.passOn') : t(mailWords[sent.value.mail])}
          </p>
        </ShownOnce>
      )}
    </Card>
  );
}

function Invite({
  onClose,
  onSent,
}: {
  readonly onClose: () => void;
  readonly onSent: (answer: Sent) => void;
}) {
  const email = useSignal('');
  const role = useSignal<Role>('member');
  const days = useSignal(`${invitationDaysDefault}`);
  return (
    <FormDialog
      title={t('invitations.invite')}
      onClose={onClose}
      onSend={async (options) => {
        const input = { email: email.value.trim(), role: role.value, expires_in_days: Number(days.value) };
        const answer = await change(() => api.createInvitation(input, options));
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
