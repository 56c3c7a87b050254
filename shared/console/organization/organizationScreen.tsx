import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { Operations, Organization } from '../../client/types.ts';
import {
  emailMaxCharacters,
  invitationDaysDefault,
  invitationDaysMax,
  organizationNameMaxCharacters,
  pendingInvitationsMax,
} from '../../contract/limits.ts';
import { useCommands } from '../frame/palette.tsx';
import { toast } from '../frame/toasts.tsx';
import { Groups } from '../groups/groups.tsx';
import { Button, TextField } from '../parts/controls.tsx';
import { ask, FormDialog, openDialog, ShownOnce, useAct } from '../parts/dialog.tsx';
import { ListCard, Row, Screen } from '../parts/list.tsx';
import { Menu } from '../parts/menu.tsx';
import { SavedText } from '../parts/savedText.tsx';
import { paths } from '../paths.ts';
import {
  api,
  changeItem,
  type Loaded,
  loadMe,
  may,
  me,
  showItems,
  switchTo,
  useRead,
} from '../service/api.ts';
import { formatDate, t } from '../words/words.ts';
import { Look } from './look.tsx';
import { Members, type Role, RoleChoice } from './members.tsx';

/** The organization in which the person acts. People without one found one in their account. */
export function OrganizationScreen() {
  const { route } = useLocation();
  const isThere = me.value?.organization_id !== null;
  useEffect(() => {
    if (!isThere) route(paths.me, true);
  }, [isThere]);
  return isThere ? <OwnOrganization /> : null;
}

export const found = () => openDialog(<Founding />);

function OwnOrganization() {
  const loaded = useRead(api.getOrganization, {});
  const organization = loaded.data;
  const commands = may('organization#create')
    ? [{ title: t('organization.foundAnother'), icon: 'plus', run: found } as const]
    : [];
  useCommands(commands);
  return (
    <Screen
      title={organization?.name ?? t('nav.organization')}
      heading={
        organization && (
          <SavedText
            name={`name ${organization.id}`}
            label={t('common.name')}
            loaded={loaded}
            textsOf={({ name }) => ({ [t('common.name')]: name })}
            save={async (name, options) => {
              const answer = await api.updateOrganization.withResponse({ name }, options);
              await loadMe();
              return answer;
            }}
            maxLength={organizationNameMaxCharacters}
            isEditable={may('organization#manage')}
          />
        )
      }
      lead={organization && t('organization.since', { date: formatDate(organization.created_at) })}
      actions={
        organization && (
          <Menu
            label={t('organization.actions')}
            commands={[
              ...commands,
              may('organization#manage') && timesCommand(organization.reading_times !== false, loaded),
              me.value?.role === 'owner' && {
                title: t('organization.delete'),
                icon: 'bin',
                run: () => openDialog(<Deletion name={organization.name} />),
              },
            ]}
          />
        )
      }
      loaded={loaded}
    >
      <Members />
      <Groups />
      {may('organization#manage') && <Look loaded={loaded} />}
      {may('organization#manage') && <Invitations />}
    </Screen>
  );
}

/** Turns the counting of reading times off or on. */
const timesCommand = (isCounting: boolean, loaded: Loaded<Organization>) => ({
  title: t(isCounting ? 'organization.timesOff' : 'organization.timesOn'),
  icon: 'activity' as const,
  run: () =>
    ask(
      {
        title: t(isCounting ? 'organization.timesOff' : 'organization.timesOn'),
        text: t(isCounting ? 'organization.timesOffText' : 'organization.timesOnText'),
        isDestructive: false,
      },
      () =>
        loaded.change((options) =>
          api.updateOrganization.withResponse({ reading_times: !isCounting }, options),
        ),
      () => toast(t('document.saved')),
    ),
});

function Founding() {
  const name = useSignal('');
  return (
    <FormDialog
      title={t('organization.found')}
      send={async (options) => {
        const { id } = await api.createOrganization({ name: name.value.trim() }, options);
        await switchTo(id);
        toast(t('organization.founded'));
      }}
    >
      <p>{t('organization.foundText')}</p>
      <TextField
        label={t('common.name')}
        name="name"
        text={name}
        required
        maxLength={organizationNameMaxCharacters}
      />
    </FormDialog>
  );
}

function Deletion({ name }: Pick<Organization, 'name'>) {
  const { route } = useLocation();
  const repeated = useSignal('');
  const remove = async () => {
    await changeItem(api.getOrganization, {}, (_, options) =>
      api.deleteOrganization({ name: repeated.value }, options),
    );
    await loadMe();
    route(paths.library);
    toast(t('common.deleted', { name }));
  };
  return (
    <FormDialog
      title={t('organization.delete')}
      look="danger"
      disabled={repeated.value !== name}
      send={remove}
    >
      <p>{t('organization.deleteText')}</p>
      <TextField label={t('organization.repeatName', { name })} name="name" text={repeated} />
    </FormDialog>
  );
}

type Invitation = Operations['listInvitations']['output']['items'][number];
type Sent = Operations['createInvitation']['output'];

/** Says what becomes of the mail. */
function leadOf({ mail, email }: Sent): string {
  if (mail === 'queued' || mail === 'sent' || mail === 'delivered') return t('invitations.mailed', { email });
  return mail === 'none' ? t('invitations.noMail') : `${t(`mail.${mail}`)}.`;
}

export function Invitations() {
  const page = useRead(api.listInvitations, { limit: pendingInvitationsMax });
  const act = useAct();
  const show = (answer: Sent) => {
    // A new invitation replaces an earlier one to the same address.
    showItems(page, (before) => [answer, ...before.filter(({ email }) => email !== answer.email)]);
    openDialog(
      <ShownOnce
        title={t('invitations.sentTo', { email: answer.email })}
        lead={leadOf(answer)}
        label={t('invitations.link')}
        secret={answer.url}
      >
        <p class="hint">{t('invitations.passOn')}</p>
      </ShownOnce>,
    );
  };
  const send = ({ id }: Invitation) =>
    act.run(async () => {
      show(await api.sendInvitation({ invitation_id: id }));
    });
  const withdraw = ({ id, email }: Invitation) =>
    ask({ title: t('invitations.withdraw'), text: t('invitations.withdrawText', { email }) }, async () => {
      await api.deleteInvitation({ invitation_id: id });
      toast(t('invitations.withdrawn', { email }));
      showItems(page, (before) => before.filter((one) => one.id !== id));
    });
  const invite = () => openDialog(<Invite onSent={show} />);
  return (
    <ListCard
      title={t('invitations.title')}
      most={pendingInvitationsMax}
      aside={<Button text={t('invitations.invite')} icon="plus" onClick={invite} />}
      page={page}
      columns={[
        { name: 'email', title: t('invitations.email'), value: ({ email }) => email },
        { name: 'end', title: t('common.lastDay'), value: ({ expires_at }) => expires_at },
      ]}
      sort="invitations"
      none={t('invitations.none')}
      error={act.error}
    >
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
    </ListCard>
  );
}

function Invite({ onSent }: { readonly onSent: (answer: Sent) => void }) {
  const email = useSignal('');
  const role = useSignal<Role>('member');
  const days = useSignal(`${invitationDaysDefault}`);
  return (
    <FormDialog
      title={t('invitations.invite')}
      send={(options) => {
        const input = { email: email.value.trim(), role: role.value, expires_in_days: Number(days.value) };
        return api.createInvitation(input, options);
      }}
      onDone={onSent}
    >
      <TextField
        label={t('invitations.email')}
        name="email"
        text={email}
        type="email"
        required
        maxLength={emailMaxCharacters}
      />
      <RoleChoice role={role} />
      <TextField
        label={t('invitations.days')}
        name="expires_in_days"
        text={days}
        type="number"
        required
        min={1}
        max={invitationDaysMax}
      />
    </FormDialog>
  );
}
