import { type Signal, useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import type { Operations, OrganizationMember } from '../../client/types.ts';
import { toast } from '../frame/toasts.tsx';
import { Button, Check, Choices, TextField } from '../parts/controls.tsx';
import { FormDialog, openDialog } from '../parts/dialog.tsx';
import { List, ListCard, Problem, Row } from '../parts/list.tsx';
import { paths } from '../paths.ts';
import { api, isMe, loadMe, may, me, useFacts, useRead } from '../service/api.ts';
import { untilDone } from '../service/batch.ts';
import { formatDate, formatTime, t } from '../words/words.ts';

export type Role = OrganizationMember['role'];
type Owner = Operations['listOrganizationOwners']['output']['items'][number];

export function Members() {
  const members = useRead(api.listOrganizationMembers, {});
  const owners = useRead(api.listOrganizationOwners, {});
  const items = members.data?.items ?? [];
  const manages = may('organization#manage');
  const isOwner = me.value?.role === 'owner';
  const reload = () => Promise.all([members.reload(), owners.reload()]);
  /** The members with documents that the person can hand over, as far as their menus were opened. */
  const withDocuments = useSignal<ReadonlySet<string>>(new Set());
  const find = async (member: OrganizationMember) => {
    if (!withDocuments.value.has(member.user_id) && (await canHandOver(member, items)))
      withDocuments.value = new Set([...withDocuments.value, member.user_id]);
  };
  const handOver = (member: OrganizationMember) => openDialog(<Transfer from={member} members={items} />);
  const onRemoved = async (member: OrganizationMember) => {
    void reload();
    const others = items.filter((one) => one !== member);
    if (isOwner && (await canHandOver(member, others)))
      openDialog(<Transfer from={member} members={others} />);
  };
  return (
    <ListCard
      title={t('members.title')}
      aside={members.data && <p class="quiet-text">{t('members.count', { count: items.length })}</p>}
      above={<Problem error={owners.error} onRetry={owners.reload} />}
      page={members}
      columns={[
        { name: 'name', title: t('common.name'), value: (one) => one.display_name || one.email },
        { name: 'role', title: t('members.role'), value: ({ role }) => t(`role.${role}`) },
      ]}
      below={
        <>
          {items.length === 1 && manages && <p class="hint">{t('members.alone')}</p>}
          {isOwner && members.data && <Leavers members={items} />}
        </>
      }
    >
      {(member) => {
        const owner = owners.data?.items.find(({ user_id }) => user_id === member.user_id);
        return (
          <Row
            key={member.user_id}
            name={member.display_name || member.email}
            badges={[t(`role.${member.role}`), isMe(member) && t('members.you')]}
            lines={[
              [member.email, t('members.joined', { date: formatDate(member.joined_at) })],
              [owner && powersText(owner)],
            ]}
            commands={[
              manages && {
                title: t('members.changeRole'),
                icon: 'edit',
                run: () => openDialog(<RoleDialog member={member} onDone={reload} />),
              },
              (manages || isMe(member)) && {
                title: isMe(member) ? t('members.leave') : t('members.remove'),
                icon: 'bin',
                run: () => openDialog(<Removal member={member} onDone={() => onRemoved(member)} />),
              },
              withDocuments.value.has(member.user_id) && {
                title: t('transfer.title'),
                icon: 'document',
                run: () => handOver(member),
              },
            ]}
            onOpen={isOwner ? () => find(member) : undefined}
          />
        );
      }}
    </ListCard>
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
  readonly onDone: () => unknown;
}

function RoleDialog({ member, onDone }: DialogProps) {
  const role = useSignal<Role>(member.role);
  const { user_id, display_name: name } = member;
  return (
    <FormDialog
      title={t('members.roleOf', { name })}
      action={t('members.changeRole')}
      disabled={role.value === member.role}
      send={async () => {
        await api.updateMemberRole({ user_id, role: role.value });
        toast(t('members.roleChanged', { name, role: t(`role.${role.value}`) }));
        if (isMe(member)) await loadMe();
      }}
      onDone={onDone}
    >
      <RoleChoice role={role} />
      {role.value === 'owner' && <p class="hint">{t('members.newOwner')}</p>}
      {role.value !== 'owner' && <OwnerTold member={member} />}
    </FormDialog>
  );
}

function Removal({ member, onDone }: DialogProps) {
  const { route } = useLocation();
  const endsMade = useSignal(false);
  const isLeaving = isMe(member);
  const { user_id, display_name: name } = member;
  return (
    <FormDialog
      title={isLeaving ? t('members.leave') : t('members.removeName', { name })}
      action={isLeaving ? t('members.leave') : t('members.remove')}
      look="danger"
      send={async () => {
        await api.removeMember({ user_id, ...(endsMade.value && { end_made: 'true' }) });
        toast(isLeaving ? t('members.left') : t('members.removed', { name }));
        if (isLeaving) await loadMe();
      }}
      onDone={isLeaving ? () => route(paths.library) : onDone}
    >
      <p>{isLeaving ? t('members.leaveText') : t('members.removeText')}</p>
      <OwnerTold member={member} />
      <Check label={t('members.endMade')} isOn={endsMade} />
    </FormDialog>
  );
}

/** Says, before an owner loses the role, that they will hear of it. */
const OwnerTold = ({ member }: Pick<DialogProps, 'member'>) =>
  member.role === 'owner' && !isMe(member) ? (
    <p class="hint">{t('members.ownerTold', { name: member.display_name || member.email })}</p>
  ) : null;

const allRoles: readonly Role[] = ['owner', 'admin', 'member'];

interface RoleChoiceProps {
  readonly role: Signal<Role>;
  /** Default: all */
  readonly roles?: readonly Role[];
}

/** The choice of a role, each with its meaning. */
export const RoleChoice = ({ role, roles = allRoles }: RoleChoiceProps) => (
  <Choices
    legend={t('members.role')}
    name="role"
    one={role}
    options={roles.map((one) => [
      one,
      <>
        {t(`role.${one}`)} <span class="hint">{t(`role.meaning.${one}`)}</span>
      </>,
    ])}
  />
);

interface TransferProps {
  /** A member or former member. */
  readonly from: Pick<OrganizationMember, 'user_id' | 'display_name'>;
  readonly members: readonly OrganizationMember[];
}

/** Returns who can get the documents. An owner can take over only the documents of people who have left. */
function heirsOf({ from: { user_id }, members }: TransferProps): OrganizationMember[] {
  const isMember = members.some((one) => one.user_id === user_id);
  return members.filter((one) => one.user_id !== user_id && !(isMember && isMe(one)));
}

/** Returns whether there are documents to hand over, somebody who can get them, and the right to do it. */
async function canHandOver(from: TransferProps['from'], members: TransferProps['members']): Promise<boolean> {
  const [heir] = heirsOf({ from, members });
  if (!heir) return false;
  const asked = api.transferDocuments({ user_id: from.user_id, to: heir.user_id, dry_run: true });
  return asked.then(
    ({ has_more }) => has_more,
    () => false,
  );
}

/** Hands over all documents of a member or former member. */
function Transfer({ from, members }: TransferProps) {
  const { user_id, display_name: name } = from;
  const isMember = members.some((one) => one.user_id === user_id);
  const heirs = heirsOf({ from, members });
  const to = useSignal<string>(heirs[0]?.user_id ?? '');
  const handOver = async () => {
    const heir = to.value as OrganizationMember['user_id'];
    let count = 0;
    let rooms = 0;
    await untilDone(t('transfer.notAll', { name }), async () => {
      const answer = await api.transferDocuments({ user_id, to: heir });
      count += answer.transferred;
      rooms += answer.transferred_rooms;
      return answer.has_more;
    });
    const ofRooms = rooms === 0 ? '' : ` ${t('transfer.doneRooms', { count: rooms })}`;
    toast(t('transfer.done', { count }) + ofRooms);
  };
  return (
    <FormDialog
      title={t('transfer.of', { name })}
      action={t('transfer.title')}
      disabled={heirs.length === 0}
      send={handOver}
    >
      <p>{isMember ? t('transfer.text') : t('transfer.textLeft')}</p>
      {heirs.length === 0 ? (
        <p class="hint">{t('transfer.nobody')}</p>
      ) : (
        <TextField
          label={t('transfer.to')}
          name="to"
          text={to}
          options={heirs.map((heir) => [heir.user_id, `${heir.display_name} (${heir.email})`])}
        />
      )}
    </FormDialog>
  );
}

/** A former member, from the event of the removal. */
type Leaver = Pick<OrganizationMember, 'user_id' | 'display_name' | 'email'>;

/** The former members whose removal is still in the list of events, with a button to hand over their documents. */
function Leavers({ members }: { readonly members: readonly OrganizationMember[] }) {
  const ids = members.map(({ user_id }) => user_id).join();
  const events = useRead(api.listEvents, { type: 'member.removed', limit: 100 }, ids);
  const isMember = (id: string) => members.some(({ user_id }) => user_id === id);
  const leavers = new Map<string, readonly [leaver: Leaver, at: string]>();
  for (const { data, timestamp } of events.data?.items ?? []) {
    const leaver = data as unknown as Leaver;
    if (!isMember(leaver.user_id) && !leavers.has(leaver.user_id))
      leavers.set(leaver.user_id, [leaver, timestamp]);
  }
  const isOpen = useSignal(false);
  const people = [...leavers.values()].map(([leaver]) => leaver);
  const withDocuments = useFacts(isOpen.value ? people.map(({ user_id }) => user_id) : [], async () => {
    const found = new Map<string, true>();
    for (const leaver of people) if (await canHandOver(leaver, members)) found.set(leaver.user_id, true);
    return found;
  });
  if (events.error) return <Problem error={events.error} onRetry={events.reload} />;
  if (leavers.size === 0) return null;
  return (
    <details
      onToggle={(event) => {
        isOpen.value = event.currentTarget.open;
      }}
    >
      <summary>{t('leavers.title', { count: leavers.size })}</summary>
      <List page={{ data: { items: [...leavers.values()] } }}>
        {([leaver, at]) => (
          <Row
            key={leaver.user_id}
            name={leaver.display_name || leaver.email}
            lines={[[t('leavers.left', { date: formatDate(at) })]]}
          >
            {withDocuments.has(leaver.user_id) && (
              <Button
                text={t('transfer.title')}
                look="small"
                onClick={() => openDialog(<Transfer from={leaver} members={members} />)}
              />
            )}
          </Row>
        )}
      </List>
    </details>
  );
}
