import { useSignal } from '@preact/signals';
import type { Group } from '../../client/types.ts';
import { descriptionMaxCharacters, groupNameMaxCharacters, groupsMax } from '../../contract/limits.ts';
import { toast } from '../frame/toasts.tsx';
import { Button, TextField } from '../parts/controls.tsx';
import { ask, FormDialog, openDialog } from '../parts/dialog.tsx';
import { ListCard, Row } from '../parts/list.tsx';
import { paths } from '../paths.ts';
import { api, changeItem, may, showItems, useAll } from '../service/api.ts';
import { addressesIn } from '../sharing/addresses.ts';
import { t } from '../words/words.ts';
import { forgetGroupNames } from './names.ts';

/** The groups of the organization. */
export function Groups() {
  const page = useAll(api.listGroups, {});
  const manages = may('organization#manage');
  const changed = (next: (before: readonly Group[]) => Group[]) => {
    forgetGroupNames();
    showItems(page, (before) => next(before));
  };
  const create = () => createGroup((group) => changed((before) => [group, ...before]));
  const edit = (group: Group) =>
    openDialog(
      <GroupDialog
        title={t('groups.edit')}
        group={group}
        send={async (input) => {
          const next = { ...group, ...input };
          await changeItem(api.getGroup, { group_id: group.id }, (path, options) =>
            api.updateGroup({ ...path, ...input }, options),
          );
          return next;
        }}
        onDone={(next) => changed((before) => before.map((one) => (one.id === next.id ? next : one)))}
      />,
    );
  const remove = ({ id, name }: Group) =>
    ask({ title: t('groups.delete'), text: t('groups.deleteText', { name }) }, async () => {
      await changeItem(api.getGroup, { group_id: id }, (path, options) => api.deleteGroup(path, options));
      toast(t('groups.deleted', { name }));
      changed((before) => before.filter((one) => one.id !== id));
    });
  return (
    <ListCard
      title={t('groups.title')}
      most={groupsMax}
      aside={manages && <Button text={t('groups.create')} icon="plus" onClick={create} />}
      page={page}
      columns={[
        { name: 'name', title: t('common.name'), value: ({ name }) => name },
        { name: 'entries', title: t('groups.entries'), value: ({ entry_count }) => entry_count },
      ]}
      sort="groups"
      none={manages ? t('groups.none') : t('groups.noneForMember')}
    >
      {(group) => (
        <Row
          key={group.id}
          name={group.name}
          href={manages ? paths.group(group.id) : undefined}
          lines={[[t('groups.count', { count: group.entry_count }), group.description]]}
          {...(manages && {
            commands: [
              { title: t('groups.edit'), icon: 'edit', run: () => edit(group) },
              { title: t('groups.delete'), icon: 'bin', run: () => remove(group) },
            ],
          })}
        />
      )}
    </ListCard>
  );
}

/** Opens a dialog that makes a group, with addresses in it. */
export function createGroup(onDone: (group: Group) => unknown): void {
  // An attempt after a refused address goes on with the group.
  let made: Group | undefined;
  openDialog(
    <GroupDialog
      title={t('groups.create')}
      send={async (input, options, addresses) => {
        made ??= await api.createGroup(input, options);
        for (const email of addresses) await api.createGroupEntry({ group_id: made.id, email });
        return { ...made, entry_count: addresses.length };
      }}
      onDone={onDone}
    />,
  );
}

interface GroupDialogProps {
  readonly title: string;
  /** The group that is changed. Default: a new one */
  readonly group?: Group;
  readonly send: (
    input: Pick<Group, 'name' | 'description'>,
    options: { readonly idempotencyKey: string },
    /** Of a new group. */
    addresses: readonly string[],
  ) => Promise<Group>;
  readonly onDone: (group: Group) => unknown;
}

function GroupDialog({ title, group, send, onDone }: GroupDialogProps) {
  const name = useSignal(group?.name ?? '');
  const description = useSignal(group?.description ?? '');
  const addresses = useSignal('');
  const { valid, wrong } = addressesIn(addresses.value);
  return (
    <FormDialog
      title={title}
      action={t('groups.save')}
      disabled={wrong.length > 0}
      send={(options) => {
        const text = description.value.trim();
        return send({ name: name.value.trim(), description: text === '' ? null : text }, options, valid);
      }}
      onDone={onDone}
    >
      <TextField
        label={t('common.name')}
        name="name"
        text={name}
        required
        maxLength={groupNameMaxCharacters}
      />
      <TextField
        label={t('groups.description')}
        name="description"
        text={description}
        rows={3}
        maxLength={descriptionMaxCharacters}
      />
      {!group && (
        <TextField label={t('shares.to')} hint={t('shares.toHint')} name="email" text={addresses} rows={3} />
      )}
      {wrong
        // The address at the end may be unfinished.
        .filter((part) => !addresses.value.endsWith(part))
        .map((part) => (
          <p key={part} class="field-error" role="alert">
            {t('shares.noAddress', { text: part })}
          </p>
        ))}
    </FormDialog>
  );
}
