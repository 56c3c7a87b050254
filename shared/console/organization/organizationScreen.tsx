import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import type { Organization } from '../../client/types.ts';
import { organizationNameMaxCharacters } from '../../contract/limits.ts';
import { useCommands } from '../frame/palette.tsx';
import { toast } from '../frame/toasts.tsx';
import { type Conflict, Conflicts } from '../parts/conflicts.tsx';
import { Button, sets, TextField } from '../parts/controls.tsx';
import { EditInPlace } from '../parts/editInPlace.tsx';
import { Empty } from '../parts/empty.tsx';
import { FormDialog } from '../parts/form.tsx';
import { Menu, MenuButton } from '../parts/menu.tsx';
import { Problem } from '../parts/problem.tsx';
import { Screen } from '../parts/screen.tsx';
import { paths } from '../paths.ts';
import { api } from '../service/api.ts';
import { isConflict } from '../service/explain.ts';
import { type Loaded, useLoaded } from '../service/loaded.ts';
import { change, loadMe, may, me, switchTo } from '../service/session.ts';
import { formatDate } from '../words/formats.ts';
import { t } from '../words/words.ts';
import { Invitations } from './invitations.tsx';
import { Members } from './members.tsx';

/** The organization in which the person acts. */
export function OrganizationScreen() {
  const id = me.value?.organization_id ?? null;
  return id === null ? <NoOrganization /> : <OwnOrganization key={id} />;
}

function NoOrganization() {
  const isFounding = useSignal(false);
  return (
    <Screen title={t('nav.organization')}>
      <Empty icon="organization" title={t('organization.none')} text={t('organization.noneText')}>
        {may('organization#create') && (
          <Button look="primary" onClick={sets(isFounding, true)}>
            {t('organization.found')}
          </Button>
        )}
      </Empty>
      {isFounding.value && <Founding onClose={sets(isFounding, false)} />}
    </Screen>
  );
}

function OwnOrganization() {
  const loaded = useLoaded('organization', (signal) => api.getOrganization.withResponse({}, { signal }));
  const organization = loaded.data;
  return (
    <Screen
      title={organization?.name ?? t('nav.organization')}
      heading={organization && <Name organization={organization} loaded={loaded} />}
      lead={organization && t('organization.since', { date: formatDate(organization.created_at) })}
      actions={organization && <Actions organization={organization} loaded={loaded} />}
    >
      <Problem error={loaded.error} onRetry={loaded.reload} />
      <Members />
      {may('organization#manage') && <Invitations />}
    </Screen>
  );
}

interface PartProps {
  readonly organization: Organization;
  readonly loaded: Loaded<Organization>;
}

function Name({ organization, loaded }: PartProps) {
  const conflict = useSignal<Conflict | null>(null);
  const label = t('organization.name');
  const keep = async (name: string) => {
    conflict.value = null;
    try {
      const options = { ifMatch: loaded.tag };
      loaded.show(await change(() => api.updateOrganization.withResponse({ name }, options)));
      await loadMe();
      toast(t('document.saved'));
    } catch (error) {
      if (!isConflict(error)) throw error;
      const now = await loaded.reload();
      // A retry can meet the effect of its own first attempt.
      if (now && now.name !== name)
        conflict.value = { changes: [[label, organization.name, now.name]], mine: name };
    }
  };
  return (
    <>
      {conflict.value && <Conflicts {...conflict.value} onSave={keep} onDrop={sets(conflict, null)} />}
      <EditInPlace
        name={`name ${organization.id}`}
        label={label}
        value={organization.name}
        maxLength={organizationNameMaxCharacters}
        isRequired
        isHeading
        isEditable={may('organization#manage')}
        onSave={keep}
      />
    </>
  );
}

function Actions(props: PartProps) {
  const shown = useSignal<'founding' | 'deletion' | null>(null);
  const found = sets(shown, 'founding');
  const mayFound = may('organization#create');
  useCommands(
    mayFound ? [{ id: 'found', title: t('organization.foundAnother'), icon: 'plus', run: found }] : [],
  );
  return (
    <>
      <Menu label={t('organization.actions')}>
        {mayFound && (
          <MenuButton icon="plus" onClick={found}>
            {t('organization.foundAnother')}
          </MenuButton>
        )}
        {me.value?.role === 'owner' && (
          <MenuButton icon="bin" isDestructive onClick={sets(shown, 'deletion')}>
            {t('organization.delete')}
          </MenuButton>
        )}
      </Menu>
      {shown.value === 'founding' && <Founding onClose={sets(shown, null)} />}
      {shown.value === 'deletion' && <Deletion {...props} onClose={sets(shown, null)} />}
    </>
  );
}

function Founding({ onClose }: { readonly onClose: () => void }) {
  const name = useSignal('');
  return (
    <FormDialog
      title={t('organization.found')}
      onClose={onClose}
      onSend={async (options) => {
        const { id } = await change(() => api.createOrganization({ name: name.value.trim() }, options));
        onClose();
        await switchTo(id);
        toast(t('organization.founded'));
      }}
    >
      <p>{t('organization.foundText')}</p>
      <TextField
        label={t('organization.name')}
        text={name}
        required
        maxLength={organizationNameMaxCharacters}
      />
    </FormDialog>
  );
}

function Deletion({ organization, loaded, onClose }: PartProps & { readonly onClose: () => void }) {
  const { route } = useLocation();
  const name = useSignal('');
  const remove = async () => {
    try {
      await change(() => api.deleteOrganization({ name: name.value }, { ifMatch: loaded.tag }));
    } catch (error) {
      if (isConflict(error)) await loaded.reload();
      throw error;
    }
    onClose();
    await loadMe();
    route(paths.library);
    toast(t('organization.deleted', { name: organization.name }));
  };
  return (
    <FormDialog
      title={t('organization.delete')}
      isDestructive
      isIncomplete={name.value !== organization.name}
      onClose={onClose}
      onSend={remove}
    >
      <p>{t('organization.deleteText')}</p>
      <TextField label={t('organization.repeatName', { name: organization.name })} text={name} />
    </FormDialog>
  );
}
