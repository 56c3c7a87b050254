import { type Signal, useSignal } from '@preact/signals';
import type { Operations } from '../../client/types.ts';
import { emailMaxCharacters, roomAccessMax, shareMessageMaxCharacters } from '../../contract/limits.ts';
import { toast } from '../frame/toasts.tsx';
import { createGroup } from '../groups/groups.tsx';
import { noteGroup, useGroupNames } from '../groups/names.ts';
import { useAddress } from '../parts/address.ts';
import { Button, Choices, TextField } from '../parts/controls.tsx';
import { ask, FormDialog, openDialog } from '../parts/dialog.tsx';
import { Card, Problem } from '../parts/list.tsx';
import { Menu } from '../parts/menu.tsx';
import {
  answerOf,
  api,
  changedFields,
  changeItem,
  type Loaded,
  may,
  useAll,
  useFacts,
  useLoaded,
  useRenewal,
} from '../service/api.ts';
import { compareTexts, dayOf, endOfDay, formatDate, t } from '../words/words.ts';
import { PlaceChoice } from './choosePlace.tsx';
import type { Item, Room } from './tree.ts';

export type Entry = Operations['getRoomAccess']['output'];
type Level = Entry['level'];
const levels: readonly Level[] = ['view', 'download', 'none'];
type GroupNames = ReadonlyMap<string, string> | undefined;

/** The access entries of a room. */
export function useEntries(room_id: Room['id']): Loaded<{ readonly items: readonly Entry[] }> {
  return useAll(api.listRoomAccess, { room_id });
}

/** Names whom an entry is about. A deleted group has no name. */
export function subjectText({ group_id, email, organization }: Entry, names: GroupNames): string {
  if (organization) return t('rooms.allMembers');
  if (group_id === null) return email ?? '';
  return names?.get(group_id) ?? (names ? t('groups.gone') : group_id);
}

/** The number of items that are read to find those of access entries, and of those that are read by themselves after that. */
const listedMax = 1000;
const singleMax = 50;

/** Reads items by their ids. Those that are gone, or whose document is deleted, are left out. */
const itemsReader =
  (room_id: Room['id']) =>
  async (ids: readonly Item['id'][], signal: AbortSignal): Promise<ReadonlyMap<string, Item>> => {
    const found = new Map<string, Item>();
    if (ids.length === 0) return found;
    let listed = 0;
    for await (const item of api.listRoomItems.all({ room_id, recursive: 'true', limit: 100 }, { signal })) {
      if (ids.includes(item.id)) found.set(item.id, item);
      listed += 1;
      if (found.size === ids.length || listed === listedMax) break;
    }
    const others = listed < listedMax ? [] : ids.filter((id) => !found.has(id)).slice(0, singleMax);
    for (const item_id of others) {
      const item = await api.getRoomItem({ room_id, item_id }, { signal }).catch(() => undefined);
      if (item) found.set(item.id, item);
    }
    return found;
  };

const hasEnded = ({ expires_at }: Entry): boolean =>
  expires_at !== null && Date.parse(expires_at) <= Date.now();

/** Who sees what in a room: a table with a row for each access entry, by subject. */
export function Access({ room }: { readonly room: Room }) {
  const room_id = room.id;
  const page = useEntries(room_id);
  const names = useGroupNames();
  const { set } = useAddress();
  const entries = page.data?.items ?? [];
  const items = useFacts([...new Set(entries.flatMap(({ item_id }) => item_id ?? []))], itemsReader(room_id));
  useRenewal(page.reload);
  const whatOf = ({ item_id }: Entry): string => {
    const item = item_id && items.get(item_id);
    if (item) return `${item.number} ${item.name}`;
    return item_id === null ? t('rooms.whole') : t('rooms.hiddenItem');
  };
  const orderOf = (one: Entry) => `${subjectText(one, names)} ${one.item_id === null ? '' : whatOf(one)}`;
  const sorted = [...entries].sort((a, b) => compareTexts(orderOf(a), orderOf(b)));
  const grant = () => openDialog(<GrantAccess room={room} onDone={page.reload} />);
  const withdraw = (entry: Entry) => {
    const [name, what] = [subjectText(entry, names), whatOf(entry)];
    ask({ title: t('rooms.withdraw'), text: t('rooms.withdrawText', { name, what }) }, async () => {
      await changeItem(api.getRoomAccess, { room_id, access_id: entry.id }, api.deleteRoomAccess);
      toast(t('rooms.withdrawn', { name }));
      void page.reload();
    });
  };
  return (
    <Card
      title={t('rooms.access')}
      aside={
        <>
          {entries.length > 0 && (
            <p class="quiet-text">{t('quota.used', { count: entries.length, most: roomAccessMax })}</p>
          )}
          <Button text={t('rooms.grantAccess')} icon="plus" look="primary" onClick={grant} />
        </>
      }
    >
      <p class="hint">{t('rooms.accessHint')}</p>
      <Problem error={page.error} onRetry={page.reload} />
      {page.data && entries.length === 0 ? (
        <p>{t('rooms.noAccess')}</p>
      ) : (
        <table class="table entries" aria-busy={page.data === undefined}>
          <thead>
            <tr>
              {(['who', 'what', 'level', 'until'] as const).map((name) => (
                <th key={name} scope="col">
                  {t(`rooms.column.${name}`)}
                </th>
              ))}
              <th>
                <span class="hidden">{t('library.column.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {sorted.map((entry) => {
              const name = subjectText(entry, names);
              const viewer = entry.group_id ?? entry.email;
              return (
                <tr key={entry.id}>
                  <td class="title">
                    <div>
                      <bdi title={name}>{name}</bdi>
                      <span class="quiet-text">{entry.mail !== 'none' && t(`mail.${entry.mail}`)}</span>
                    </div>
                  </td>
                  <td class="fact" data-label={t('rooms.column.what')}>
                    <bdi class="name" title={whatOf(entry)}>
                      {whatOf(entry)}
                    </bdi>
                  </td>
                  <td class="fact" data-label={t('rooms.column.level')}>
                    {t(`rooms.level.${entry.level}`)}
                  </td>
                  <td class="fact quiet-text" data-label={t('rooms.column.until')}>
                    {entry.expires_at === null
                      ? t('keys.noEnd')
                      : `${formatDate(entry.expires_at)}${hasEnded(entry) ? ` (${t('shares.ended')})` : ''}`}
                  </td>
                  <td class="row-actions">
                    <Menu
                      label={t('common.actionsOf', { name: `${name}, ${whatOf(entry)}` })}
                      commands={[
                        {
                          title: t('common.change'),
                          icon: 'edit',
                          run: () =>
                            openDialog(
                              <EditAccess room_id={room_id} entry={entry} name={name} onDone={page.reload} />,
                            ),
                        },
                        viewer !== null && {
                          title: t('rooms.as', { name }),
                          icon: 'person',
                          run: () => set({ view: '', as: viewer }),
                        },
                        { title: t('rooms.withdraw'), icon: 'bin', run: () => withdraw(entry) },
                      ]}
                    />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </Card>
  );
}

const LevelChoice = ({ chosen }: { readonly chosen: Signal<Level> }) => (
  <Choices
    legend={t('rooms.column.level')}
    name="level"
    one={chosen}
    options={levels.map((level) => [
      level,
      <>
        {t(`rooms.level.${level}`)} <span class="hint">{t(`rooms.levelText.${level}`)}</span>
      </>,
    ])}
  />
);

const EndField = ({ day }: { readonly day: Signal<string> }) => (
  <TextField
    label={t('common.lastDay')}
    hint={t('shares.lastDayHint')}
    name="expires_at"
    text={day}
    type="date"
  />
);

/** Reads whether a policy at the gate of a room asks to accept a text. */
async function readAsksText(room_id: Room['id'], signal: AbortSignal) {
  const { items } = await api.listRoomPolicies({ room_id, limit: 100 }, { signal });
  const policies = await Promise.all(
    items.map(({ policy }) => api.getPolicy({ policy_id: policy.id }, { signal })),
  );
  return answerOf(policies.some(({ rules }) => Boolean(rules.acknowledgement)));
}

type Kind = 'group_id' | 'email' | 'organization';
const kinds: readonly Kind[] = ['group_id', 'email', 'organization'];

interface GrantProps {
  readonly room: Room;
  /** What the entry is about. Default: the person chooses */
  readonly item?: Item;
  readonly onDone: () => unknown;
}

/** Lets a group, an address or all members see a room, or a part of it. */
export function GrantAccess({ room, item, onDone }: GrantProps) {
  const groups = [...(useGroupNames() ?? [])];
  const kind = useSignal<Kind>('group_id');
  const group = useSignal('');
  const email = useSignal('');
  const level = useSignal<Level>('view');
  const day = useSignal('');
  const place = useSignal<Item | null>(item ?? null);
  const mails = useSignal<Readonly<Partial<Record<Kind, boolean>>>>({ email: true });
  const message = useSignal('');
  const asksText = useLoaded(room.id, (signal) => readAsksText(room.id, signal)).data;
  // Of several groups none is chosen beforehand, so that nobody gives access to the wrong one in a hurry.
  const [only, ...others] = groups;
  const chosenGroup = group.value || (others.length === 0 ? only?.[0] : undefined);
  const mayMail = kind.value !== 'organization' && level.value !== 'none';
  const isMailed = mayMail && (mails.value[kind.value] ?? false);
  const subjects = {
    group_id: { group_id: chosenGroup as Entry['group_id'] },
    email: { email: email.value.trim() },
    organization: { organization: true },
  };
  const send = (options: { readonly idempotencyKey: string }) =>
    api.createRoomAccess(
      {
        room_id: room.id,
        item_id: place.value?.id ?? null,
        ...subjects[kind.value],
        level: level.value,
        expires_at: day.value === '' ? null : endOfDay(day.value),
        send_mail: isMailed,
        ...(isMailed && { message: message.value }),
      },
      options,
    );
  return (
    <FormDialog
      title={item ? t('rooms.grantTo', { name: item.name }) : t('rooms.grantAccess')}
      action={t('rooms.grantAccess')}
      disabled={kind.value === 'group_id' && chosenGroup === undefined}
      send={send}
      onDone={() => {
        toast(t('rooms.granted'));
        onDone();
      }}
    >
      <Choices
        legend={t('rooms.column.who')}
        name="organization"
        one={kind}
        options={kinds.map((one) => [one, t(`rooms.subject.${one}`)])}
      />
      {kind.value === 'group_id' && groups.length > 0 && (
        <TextField
          label={t('rooms.subject.group_id')}
          name="group_id"
          text={{
            value: chosenGroup ?? '',
            onInput: ({ currentTarget: { value } }) => {
              group.value = value;
            },
          }}
          options={others.length === 0 ? groups : [['', '–'], ...groups]}
        />
      )}
      {kind.value === 'group_id' && (
        <p>
          {groups.length === 0 && t('groups.noneToChoose')}
          {may('organization#manage') && (
            <Button
              text={t('groups.create')}
              look="link"
              onClick={() =>
                createGroup((made) => {
                  noteGroup(made);
                  group.value = made.id;
                })
              }
            />
          )}
        </p>
      )}
      {kind.value === 'email' && (
        <TextField
          label={t('groups.kind.email')}
          hint={t('groups.emailHint')}
          name="email"
          text={email}
          type="email"
          required
          maxLength={emailMaxCharacters}
        />
      )}
      {!item && <PlaceChoice legend={t('rooms.column.what')} room={room} chosen={place} takesDocuments />}
      <LevelChoice chosen={level} />
      <EndField day={day} />
      {mayMail && (
        <label class="choice-row">
          <input
            type="checkbox"
            checked={isMailed}
            onChange={() => {
              mails.value = { ...mails.value, [kind.value]: !isMailed };
            }}
          />
          <span>
            {t('rooms.sendMail')}
            {kind.value === 'group_id' && <span class="hint">{t('rooms.sendMailGroup')}</span>}
          </span>
        </label>
      )}
      {isMailed && asksText === false && <p class="hint">{t('rooms.noText')}</p>}
      {isMailed && (
        <TextField
          label={t('shares.message')}
          name="message"
          text={message}
          rows={2}
          maxLength={shareMessageMaxCharacters}
        />
      )}
    </FormDialog>
  );
}

interface EditProps {
  readonly room_id: Room['id'];
  readonly entry: Entry;
  readonly name: string;
  readonly onDone: () => unknown;
}

/** Changes the level and the end of an entry. */
function EditAccess({ room_id, entry, name, onDone }: EditProps) {
  const level = useSignal<Level>(entry.level);
  const day = useSignal(entry.expires_at === null ? '' : dayOf(entry.expires_at));
  const end = () => {
    if (day.value === '') return null;
    return entry.expires_at && dayOf(entry.expires_at) === day.value ? entry.expires_at : endOfDay(day.value);
  };
  return (
    <FormDialog
      title={t('rooms.accessOf', { name })}
      action={t('common.change')}
      send={() =>
        changeItem(api.getRoomAccess, { room_id, access_id: entry.id }, (ids, options) =>
          api.updateRoomAccess(
            { ...ids, ...changedFields(entry, { level: level.value, expires_at: end() }) },
            options,
          ),
        )
      }
      onDone={onDone}
    >
      <LevelChoice chosen={level} />
      <EndField day={day} />
    </FormDialog>
  );
}
