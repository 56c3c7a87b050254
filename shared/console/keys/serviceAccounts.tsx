import { useSignal } from '@preact/signals';
import type { Operations } from '../../client/types.ts';
import { nameMaxCharacters, serviceAccountsMax } from '../../contract/limits.ts';
import { permissionsForPeopleOnly, permissionsOfRole } from '../../contract/permissions.ts';
import { toast } from '../frame/toasts.tsx';
import { type Role, RoleChoice } from '../organization/roles.tsx';
import { Button, Card, Opener, TextField, Used } from '../parts/controls.tsx';
import { FormDialog, useAct } from '../parts/form.tsx';
import { List } from '../parts/list.tsx';
import { api, may, showItems, useRead } from '../service/api.ts';
import { formatDate, t } from '../words/words.ts';
import { KeyList } from './keyList.tsx';

type ServiceAccount = Operations['listServiceAccounts']['output']['items'][number];

export function ServiceAccounts() {
  const page = useRead(api.listServiceAccounts, { limit: serviceAccountsMax });
  const act = useAct();
  const remove = ({ id, name }: ServiceAccount) =>
    act.runIfSure({ title: t('accounts.delete'), text: t('accounts.deleteText', { name }) }, async () => {
      await api.deleteServiceAccount({ service_account_id: id });
      toast(t('common.deleted', { name }));
      showItems(page, (before) => before.filter((account) => account.id !== id));
    });
  return (
    <Card
      title={t('accounts.title')}
      aside={
        <>
          <Used count={page.data?.items.length} most={serviceAccountsMax} />
          <Opener icon="plus" text={t('accounts.add')}>
            {(close) => (
              <AccountForm
                onClose={close}
                onMade={(account) => showItems(page, (before) => [account, ...before])}
              />
            )}
          </Opener>
        </>
      }
    >
      <List page={page} none={t('accounts.none')} error={act.error}>
        {(account) => (
          <li key={account.id}>
            <Account account={account} onRemove={() => remove(account)} />
          </li>
        )}
      </List>
    </Card>
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
        <strong>
          <bdi>{name}</bdi>
        </strong>
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

interface AccountFormProps {
  readonly onClose: () => void;
  readonly onMade: (account: ServiceAccount) => void;
}

function AccountForm({ onClose, onMade }: AccountFormProps) {
  const name = useSignal('');
  const role = useSignal<Role>('member');
  return (
    <FormDialog
      title={t('accounts.add')}
      onClose={onClose}
      onSend={async (options) => {
        const input = { name: name.value.trim(), role: role.value };
        const account = await api.createServiceAccount(input, options);
        onClose();
        toast(t('accounts.added', { name: input.name }));
        onMade(account);
      }}
    >
      <p>{t('accounts.addText')}</p>
      <TextField label={t('common.name')} text={name} required maxLength={nameMaxCharacters} />
      <RoleChoice role={role} roles={['admin', 'member']} />
    </FormDialog>
  );
}
