import { useSignal } from '@preact/signals';
import type { Operations } from '../../client/types.ts';
import { nameMaxCharacters, serviceAccountsMax } from '../../contract/limits.ts';
import { permissionsForPeopleOnly, permissionsOfRole } from '../../contract/permissions.ts';
import { toast } from '../frame/toasts.tsx';
import { type Role, RoleChoice, roleText } from '../organization/roles.tsx';
import { Button, Card, sets, TextField, Used } from '../parts/controls.tsx';
import { FormDialog, useAct } from '../parts/form.tsx';
import { Problem } from '../parts/problem.tsx';
import { api } from '../service/api.ts';
import { showItems, useLoaded } from '../service/loaded.ts';
import { change, may } from '../service/session.ts';
import { formatDate } from '../words/formats.ts';
import { t } from '../words/words.ts';
import { KeyList } from './keyList.tsx';

type Account = Operations['listServiceAccounts']['output']['items'][number];

export function ServiceAccounts() {
  const page = useLoaded('accounts', (signal) =>
    api.listServiceAccounts.withResponse({ limit: serviceAccountsMax }, { signal }),
  );
  const isMaking = useSignal(false);
  const act = useAct();
  const items = page.data?.items ?? [];
  const remove = ({ id, name }: Account) =>
    act.runIfSure({ title: t('accounts.delete'), text: t('accounts.deleteText', { name }) }, async () => {
      await change(() => api.deleteServiceAccount({ service_account_id: id }));
      toast(t('accounts.deleted', { name }));
      showItems(page, (before) => before.filter((account) => account.id !== id));
    });
  return (
    <Card
      title={t('accounts.title')}
      aside={
        <>
          <Used count={items.length} most={serviceAccountsMax} />
          <Button icon="plus" onClick={sets(isMaking, true)}>
            {t('accounts.add')}
          </Button>
        </>
      }
    >
      <Problem error={page.error} onRetry={page.reload} />
      <Problem error={act.error} />
      {page.data && items.length === 0 && <p class="hint">{t('accounts.none')}</p>}
      <ul class="rows" role="list">
        {items.map((account) => (
          <li key={account.id}>
            <Row account={account} onRemove={() => remove(account)} />
          </li>
        ))}
      </ul>
      {isMaking.value && (
        <AccountForm
          onClose={sets(isMaking, false)}
          onMade={(account) => showItems(page, (before) => [account, ...before])}
        />
      )}
    </Card>
  );
}

/** An account; opened, it shows its keys. */
function Row({ account, onRemove }: { readonly account: Account; readonly onRemove: () => void }) {
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
        <span class="badge">{roleText(role)}</span>{' '}
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
          <Button look="small danger" onClick={onRemove}>
            {t('accounts.delete')}
          </Button>
        </>
      )}
    </details>
  );
}

interface AccountFormProps {
  readonly onClose: () => void;
  readonly onMade: (account: Account) => void;
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
        const account = await change(() => api.createServiceAccount(input, options));
        onClose();
        toast(t('accounts.added', { name: input.name }));
        onMade(account);
      }}
    >
      <p>{t('accounts.addText')}</p>
      <TextField label={t('keys.name')} text={name} required maxLength={nameMaxCharacters} />
      <RoleChoice role={role} roles={['admin', 'member']} />
    </FormDialog>
  );
}
