import { signal } from '@preact/signals';
import { render } from 'preact';
import { LocationProvider, Route, Router } from 'preact-iso/router';
import { ActivityScreen } from './activity/activity.tsx';
import { DocumentScreen } from './document/documentScreen.tsx';
import { Frame } from './frame/frame.tsx';
import { EndpointScreen, Endpoints, Keys, RoomScreen, Rooms } from './frame/later.tsx';
import { GroupScreen } from './groups/groupScreen.tsx';
import { DropPlace } from './library/chooseFiles.tsx';
import { Library } from './library/library.tsx';
import { Uploads } from './library/uploadPanel.tsx';
import { retryWhenOnline } from './library/uploads.ts';
import { MeScreen } from './me/meScreen.tsx';
import { OrganizationScreen } from './organization/organizationScreen.tsx';
import { Empty, Problem, Screen } from './parts/list.tsx';
import { paths, prefix } from './paths.ts';
import { NewPolicy, Policies } from './policies/policies.tsx';
import { PolicyScreen } from './policies/policyScreen.tsx';
import { countReturn, loadMe, me } from './service/api.ts';
import { watchClosing } from './service/batch.ts';
import { showLanguage, t } from './words/words.ts';

/** How far the start of the console is. */
const started = signal<{ readonly isReady: boolean; readonly error?: unknown }>({ isReady: false });

/** Loads the words and the person at the same time. */
async function start(): Promise<void> {
  started.value = { isReady: false };
  try {
    const [{ language }] = await Promise.all([loadMe(), showLanguage(document.documentElement.lang)]);
    if (language) await showLanguage(language);
    // The next update may reload the page again.
    sessionStorage.removeItem('reloadedAt');
    started.value = { isReady: true };
  } catch (error) {
    started.value = { isReady: false, error };
  }
}

function App() {
  const { isReady, error } = started.value;
  if (!isReady)
    return error === undefined ? null : (
      <main class="start">
        <Problem error={error} onRetry={start} />
      </main>
    );
  return (
    <LocationProvider scope={`${prefix}/app`}>
      <Frame>
        <Router key={me.value?.organization_id}>
          <Route path={paths.library} component={Library} />
          <Route path={paths.document(':id')} component={DocumentScreen} />
          <Route path={paths.policies} component={Policies} />
          <Route path={paths.newPolicy} component={NewPolicy} />
          <Route path={paths.policy(':id')} component={PolicyScreen} />
          <Route path={paths.organization} component={OrganizationScreen} />
          <Route path={paths.group(':id')} component={GroupScreen} />
          <Route path={paths.rooms} component={Rooms} />
          <Route path={paths.room(':id')} component={RoomScreen} />
          <Route path={paths.activity} component={ActivityScreen} />
          <Route path={paths.endpoints} component={Endpoints} />
          <Route path={paths.endpoint(':id')} component={EndpointScreen} />
          <Route path={paths.keys} component={Keys} />
          <Route path={paths.me} component={MeScreen} />
          <Route default component={Nothing} />
        </Router>
      </Frame>
      <DropPlace />
      <Uploads />
    </LocationProvider>
  );
}

/** An address of the console that leads nowhere. */
const Nothing = () => (
  <Screen title={t('nothing.title')}>
    <Empty icon="search" title={t('nothing.title')} text={t('nothing.text')}>
      <a class="button" href={paths.library}>
        {t('nothing.back')}
      </a>
    </Empty>
  </Screen>
);

const root = document.getElementById('console');
if (root) {
  watchClosing();
  addEventListener('focus', countReturn);
  document.addEventListener('visibilitychange', countReturn);
  retryWhenOnline();
  void start();
  render(<App />, root);
}
