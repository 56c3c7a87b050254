import { useSignal } from '@preact/signals';
import { useRoute } from 'preact-iso/router';
import type { Group, GroupEntry, Operations, OrganizationMember } from '../../client/types.ts';
import { domainMaxCharacters, emailMaxCharacters } from '../../contract/limits.ts';
import { toast } from '../frame/toasts.tsx';
import { Button, TextField } from '../parts/controls.tsx';
import { ask, FormDialog, openDialog } from '../parts/dialog.tsx';
import { ListCard, Row, Screen } from '../parts/list.tsx';
import { paths } from '../paths.ts';
import { answerOf, api, showItems, useLoaded, useRead } from '../service/api.ts';
import { formatDate, t } from '../words/words.ts';

/** The entries that are shown, newest first. */
const shownMax = 1000;

async function newestEntries(group_id: Group['id'], signal: AbortSignal) {
  const items: GroupEntry[] = [];
  for await (const entry of api.listGroupEntries.all({ group_id, limit: 100 }, { signal })) {
    items.push(entry);
    if (items.length === shownMax) break;
  }
  return answerOf({ items });
}

/** A group, with the members, addresses and domains in it. */
export function GroupScreen() {
  const { params } = useRoute();
  const group_id = params.id as Group['id'];
  const loaded = useRead(api.getGroup, { group_id });
  const entries = useLoaded(group_id, (signal) => newestEntries(group_id, signal));
  const members = useRead(api.listOrganizationMembers, {});
  const group = loaded.data;
  const known = new Map(members.data?.items.map((one) => [one.user_id, one]));
  const nameOf = ({ user_id, email, domain }: GroupEntry): string => {
    const member = user_id && known.get(user_id);
    return (member && (member.display_name || member.email)) || (email ?? domain ?? user_id ?? '');
  };
  const add = () =>
    openDialog(
      <Adding
        members={members.data?.items ?? []}
        send={(input, options) => api.createGroupEntry({ group_id, ...input }, options)}
        onDone={(entry) => {
          showItems(entries, (before) => [entry, ...before.filter(({ id }) => id !== entry.id)]);
          void loaded.reload();
        }}
      />,
    );
  const remove = (entry: GroupEntry) =>
    ask({ title: t('groups.remove'), text: t('groups.removeText', { name: nameOf(entry) }) }, async () => {
      await api.deleteGroupEntry({ group_id, entry_id: entry.id });
      toast(t('groups.removed', { name: nameOf(entry) }));
      showItems(entries, (before) => before.filter(({ id }) => id !== entry.id));
      void loaded.reload();
    });
  return (
    <Screen
      title={group?.name ?? t('groups.title')}
      back={[paths.organization, t('nav.organization')]}
      lead={group?.description ?? t('groups.lead')}
      loaded={loaded}
    >
      <ListCard
        title={t('groups.entries')}
        aside={<Button text={t('groups.add')} icon="plus" onClick={add} />}
        page={entries}
        above={group && <p class="quiet-text">{t('groups.count', { count: group.entry_count })}</p>}
        below={
          (group?.entry_count ?? 0) > shownMax && (
            <p class="hint">{t('groups.newest', { count: shownMax })}</p>
          )
        }
        none={t('groups.empty')}
      >
        {(entry) => (
          <Row
            key={entry.id}
            name={nameOf(entry)}
            badges={[t(`groups.kind.${kindOf(entry)}`)]}
            lines={[[t('groups.since', { date: formatDate(entry.created_at) })]]}
            commands={[{ title: t('groups.remove'), icon: 'bin', run: () => remove(entry) }]}
          />
        )}
      </ListCard>
    </Screen>
  );
}

type Kind = 'user_id' | 'email' | 'domain';
const kinds: readonly Kind[] = ['email', 'domain', 'user_id'];
const kindOf = (entry: GroupEntry): Kind => kinds.find((kind) => entry[kind] !== null) ?? 'email';

interface AddingProps {
  readonly members: readonly OrganizationMember[];
  readonly send: (
    input: Pick<Operations['createGroupEntry']['input'], Kind>,
    options: { readonly idempotencyKey: string },
  ) => Promise<GroupEntry>;
  readonly onDone: (entry: GroupEntry) => unknown;
}

function Adding({ members, send, onDone }: AddingProps) {
  const kind = useSignal<string>('email');
  const texts = {
    email: useSignal(''),
    domain: useSignal(''),
    user_id: useSignal<string>(members[0]?.user_id ?? ''),
  };
  const chosen = kinds.find((one) => one === kind.value) ?? 'email';
  return (
    <FormDialog
      title={t('groups.add')}
      send={(options) => send({ [chosen]: texts[chosen].value.trim() }, options)}
      onDone={onDone}
    >
      <TextField
        label={t('groups.who')}
        text={kind}
        options={kinds.map((one) => [one, t(`groups.kind.${one}`)])}
      />
      {chosen === 'email' && (
        <TextField
          label={t('groups.kind.email')}
          hint={t('groups.emailHint')}
          name="email"
          text={texts.email}
          type="email"
          required
          maxLength={emailMaxCharacters}
        />
      )}
      {chosen === 'domain' && (
        <TextField
          label={t('groups.kind.domain')}
          hint={t('groups.domainHint')}
          name="domain"
          text={texts.domain}
          required
          maxLength={domainMaxCharacters}
        />
      )}
      {chosen === 'user_id' && (
        <TextField
          label={t('groups.kind.user_id')}
          hint={t('groups.memberHint')}
          name="user_id"
          text={texts.user_id}
          options={members.map((one) => [one.user_id, `${one.display_name} (${one.email})`])}
        />
      )}
    </FormDialog>
  );
}
