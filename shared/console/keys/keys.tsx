import { useSignal } from '@preact/signals';
import type { Operations } from '../../client/types.ts';
import { dayMilliseconds, dayOf } from '../../contract/days.ts';
import { apiKeysMax, nameMaxCharacters, serviceAccountsMax } from '../../contract/limits.ts';
import type { Permission } from '../../contract/permissions.ts';
import { permissionsForPeopleOnly, permissionsOfRole } from '../../contract/permissions.ts';
import { toast } from '../frame/toasts.tsx';
import { type Role, RoleChoice } from '../organization/members.tsx';
import { Button, Choices, TextField, Used } from '../parts/controls.tsx';
import { ask, FormDialog, openDialog, ShownOnce } from '../parts/dialog.tsx';
import { List, ListCard, Row, Screen } from '../parts/list.tsx';
import { api, may, me, showItems, useRead } from '../service/api.ts';
import { endOfDay, formatAgo, formatDate, formatList, t } from '../words/words.ts';

type ServiceAccount = Operations['listServiceAccounts']['output']['items'][number];

/** The API keys of the person, and the service accounts of the organization with their keys. */
export const Keys = () => (
  <Screen title={t('nav.keys')} lead={t('keys.lead')}>
    <KeyList title={t('keys.make')} none={t('keys.none')} possible={me.value?.permissions ?? []} />
    {may('organization#manage') && <ServiceAccounts />}
  </Screen>
);

const byName = {
  name: 'name',
  get title() {
    return t('common.name');
  },
  value: ({ name }: { readonly name: string }) => name,
};

function ServiceAccounts() {
  const page = useRead(api.listServiceAccounts, { limit: serviceAccountsMax });
  const remove = ({ id, name }: ServiceAccount) =>
    ask({ title: t('accounts.delete'), text: t('accounts.deleteText', { name }) }, async () => {
      await api.deleteServiceAccount({ service_account_id: id });
      toast(t('common.deleted', { name }));
      showItems(page, (before) => before.filter((account) => account.id !== id));
    });
  const add = () => {
    const onMade = (account: ServiceAccount) => showItems(page, (before) => [account, ...before]);
    openDialog(<AccountForm onMade={onMade} />);
  };
  return (
    <ListCard
      title={t('accounts.title')}
      most={serviceAccountsMax}
      aside={<Button text={t('accounts.add')} icon="plus" onClick={add} />}
      page={page}
      columns={[byName]}
      sort="accounts"
      none={t('accounts.none')}
    >
      {(account) => (
        <li key={account.id}>
          <Account account={account} onRemove={() => remove(account)} />
        </li>
      )}
    </ListCard>
  );
}

/** A service account. The person can open it to see its keys. */
function Account({ account, onRemove }: { readonly account: ServiceAccount; readonly onRemove: () => void }) {
  const isOpen = useSignal(false);
  const { id, name, role, made_by, created_at } = account;
  const possible = permissionsOfRole[role].filter(
    (permission) => may(permission) && !permissionsForPeopleOnly.includes(permission),
  );
  return (
    <details
      class="account-keys"
      onToggle={(event) => {
        isOpen.value = event.currentTarget.open;
      }}
    >
      <summary>
        <bdi>{name}</bdi>
        <span class="badge">{t(`role.${role}`)}</span>{' '}
        <span class="quiet-text">
          {made_by && `${made_by.name} · `}
          {formatDate(created_at)}
        </span>
      </summary>
      {isOpen.value && (
        <>
          <KeyList
            title={t('accounts.keyOf', { name })}
            none={t('accounts.noKeys')}
            possible={possible}
            serviceAccountId={id}
          />
          <Button text={t('accounts.delete')} look="small danger" onClick={onRemove} />
        </>
      )}
    </details>
  );
}

function AccountForm({ onMade }: { readonly onMade: (account: ServiceAccount) => void }) {
  const name = useSignal('');
  const role = useSignal<Role>('member');
  return (
    <FormDialog
      title={t('accounts.add')}
      send={async (options) => {
        const input = { name: name.value.trim(), role: role.value };
        const account = await api.createServiceAccount(input, options);
        toast(t('accounts.added', { name: input.name }));
        return account;
      }}
      onDone={onMade}
    >
      <p>{t('accounts.addText')}</p>
      <TextField label={t('common.name')} name="name" text={name} required maxLength={nameMaxCharacters} />
      <RoleChoice role={role} roles={['admin', 'member']} />
    </FormDialog>
  );
}

type Key = Operations['listApiKeys']['output']['items'][number];
type Made = Operations['createApiKey']['output'];

interface KeyListProps {
  /** The title of the dialog that makes a key. */
  readonly title: string;
  readonly none: string;
  readonly possible: readonly Permission[];
  /** Default: the keys of the person */
  readonly serviceAccountId?: `svc_${string}` | undefined;
}

/** The keys of the person, or of a service account. */
function KeyList({ title, none, possible, serviceAccountId }: KeyListProps) {
  const page = useRead(api.listApiKeys, {
    limit: apiKeysMax,
    ...(serviceAccountId && { service_account_id: serviceAccountId }),
  });
  const revoke = ({ id, name }: Key) =>
    ask({ title: t('keys.revoke'), text: t('keys.revokeText', { name }) }, async () => {
      await api.deleteApiKey({ key_id: id });
      toast(t('keys.revoked', { name }));
      showItems(page, (before) => before.filter((key) => key.id !== id));
    });
  const onMade = (made: Made) => {
    showItems(page, (before) => [made, ...before]);
    openDialog(
      <ShownOnce title={t('keys.made', { name: made.name })} label={t('keys.key')} secret={made.api_key}>
        <p>
          {t('keys.use')} <code>Authorization: Bearer …</code>
        </p>
      </ShownOnce>,
    );
  };
  const make = () => openDialog(<KeyForm {...{ title, possible, serviceAccountId, onMade }} />);
  const button = <Button text={t('keys.make')} icon="plus" onClick={make} />;
  const row = (key: Key) => (
    <Row key={key.id} name={key.name} lines={[[rightsOf(key)], factsOf(key)]}>
      <Button
        text={t('keys.revoke')}
        look="small danger"
        label={t('keys.revokeName', { name: key.name })}
        onClick={() => revoke(key)}
      />
    </Row>
  );
  return serviceAccountId ? (
    <>
      <div class="key-head">
        <Used count={page.data?.items.length} most={apiKeysMax} />
        {button}
      </div>
      <List {...{ page, none }}>{row}</List>
    </>
  ) : (
    <ListCard title={t('keys.yours')} most={apiKeysMax} aside={button} columns={[byName]} {...{ page, none }}>
      {row}
    </ListCard>
  );
}

const rightsOf = ({ permissions }: Key): string =>
  permissions ? formatList(permissions.map((one) => t(`permission.${one}`))) : t('keys.allPermissions');

const factsOf = ({ expires_at, last_used_at, made_by, owner, created_at }: Key) => [
  t('keys.madeOn', { date: formatDate(created_at) }),
  made_by && made_by.id !== owner.id && made_by.name,
  expires_at ? t('keys.ends', { date: formatDate(expires_at) }) : t('keys.noEnd'),
  last_used_at ? t('keys.lastUsed', { ago: formatAgo(last_used_at) }) : t('keys.neverUsed'),
];

interface KeyFormProps extends Omit<KeyListProps, 'none'> {
  readonly onMade: (made: Made) => void;
}

/** The suggested life of a key. */
const lifeMilliseconds = 90 * dayMilliseconds;

function KeyForm({ title, possible, serviceAccountId, onMade }: KeyFormProps) {
  const name = useSignal('');
  const lastDay = useSignal(dayOf(Date.now() + lifeMilliseconds));
  const chosen = useSignal<ReadonlySet<Permission>>(
    new Set(possible.filter((permission) => permission === 'document#read')),
  );
  return (
    <FormDialog
      title={title}
      action={t('keys.make')}
      disabled={chosen.value.size === 0}
      send={(options) => {
        const input = {
          name: name.value.trim(),
          permissions: [...chosen.value],
          ...(lastDay.value !== '' && { expires_at: endOfDay(lastDay.value) }),
          ...(serviceAccountId !== undefined && { service_account_id: serviceAccountId }),
        };
        return api.createApiKey(input, options);
      }}
      onDone={onMade}
    >
      <TextField
        label={t('common.name')}
        name="name"
        hint={t('keys.nameHint')}
        text={name}
        required
        maxLength={nameMaxCharacters}
      />
      <Choices
        legend={t('keys.permissions')}
        name="permissions"
        many={chosen}
        options={possible.map((one) => [
          one,
          <>
            {t(`permission.${one}`)} <code class="quiet-text">{one}</code>
          </>,
        ])}
      />
      <TextField
        label={t('common.lastDay')}
        hint={t('keys.endHint')}
        name="expires_at"
        text={lastDay}
        type="date"
      />
    </FormDialog>
  );
}
