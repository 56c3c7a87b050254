import { Card } from '../parts/controls.tsx';
import { Screen } from '../parts/screen.tsx';
import { may, me } from '../service/api.ts';
import { t } from '../words/words.ts';
import { KeyList } from './keyList.tsx';
import { ServiceAccounts } from './serviceAccounts.tsx';

/** The API keys of the person, and the service accounts of the organization with their keys. */
export const Keys = () => (
  <Screen key={me.value?.organization_id} title={t('nav.keys')} lead={t('keys.lead')}>
    <Card title={t('keys.yours')}>
      <KeyList title={t('keys.make')} none={t('keys.none')} possible={me.value?.permissions ?? []} />
    </Card>
    {may('organization#manage') && <ServiceAccounts />}
  </Screen>
);
