import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import type { Organization } from '../../client/types.ts';
import { organizationNameMaxCharacters } from '../../contract/limits.ts';
import { useCommands } from '../frame/palette.tsx';
import { toast } from '../frame/toasts.tsx';
import { Opener, sets, TextField } from '../parts/controls.tsx';
import { FormDialog } from '../parts/form.tsx';
import { Empty, Problem } from '../parts/list.tsx';
import { Menu } from '../parts/menu.tsx';
import { SavedText } from '../parts/savedText.tsx';
import { Screen } from '../parts/screen.tsx';
import { paths } from '../paths.ts';
import { api, isConflict, type Loaded, loadMe, may, me, switchTo, useRead } from '../service/api.ts';
import { formatDate, t } from '../words/words.ts';
import { Invitations } from './invitations.tsx';
import { Members } from './members.tsx';

/** The organization in which the person acts. */
export function OrganizationScreen() {
  const id = me.value?.organization_id ?? null;
  return id === null ? <NoOrganization /> : <OwnOrganization key={id} />;
}

const NoOrganization = () => (
  <Screen title={t('nav.organization')}>
    <Empty icon="organization" title={t('organization.none')} text={t('organization.noneText')}>
      {may('organization#create') && (
        <Opener look="primary" text={t('organization.found')}>
          {(close) => <Founding onClose={close} />}
        </Opener>
      )}
    </Empty>
  </Screen>
);

function OwnOrganization() {
  const loaded = useRead(api.getOrganization, {});
  const organization = loaded.data;
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

function Actions(props: PartProps) {
  const shown = useSignal<'founding' | 'deletion' | null>(null);
  const found = sets(shown, 'founding');
  const another = { title: t('organization.foundAnother'), icon: 'plus', run: found } as const;
  const commands = may('organization#create') ? [another] : [];
  useCommands(commands);
  return (
    <>
      <Menu
        label={t('organization.actions')}
        commands={[
          ...commands,
          me.value?.role === 'owner' && {
            title: t('organization.delete'),
            icon: 'bin',
            run: sets(shown, 'deletion'),
          },
        ]}
      />
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
        const { id } = await api.createOrganization({ name: name.value.trim() }, options);
        onClose();
        await switchTo(id);
        toast(t('organization.founded'));
      }}
    >
      <p>{t('organization.foundText')}</p>
      <TextField label={t('common.name')} text={name} required maxLength={organizationNameMaxCharacters} />
    </FormDialog>
  );
}

function Deletion({ organization, loaded, onClose }: PartProps & { readonly onClose: () => void }) {
  const { route } = useLocation();
  const name = useSignal('');
  const remove = async () => {
    try {
      await api.deleteOrganization({ name: name.value }, { ifMatch: loaded.tag });
    } catch (error) {
      if (isConflict(error)) await loaded.reload();
      throw error;
    }
    onClose();
    await loadMe();
    route(paths.library);
    toast(t('common.deleted', { name: organization.name }));
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
