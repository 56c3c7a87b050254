import { personNameMaxCharacters } from '../../contract/limits.ts';
import { toast } from '../frame/toasts.tsx';
import { Button, Card } from '../parts/controls.tsx';
import { useAct } from '../parts/form.tsx';
import { Row } from '../parts/list.tsx';
import { Problem } from '../parts/problem.tsx';
import { SavedText } from '../parts/savedText.tsx';
import { Screen } from '../parts/screen.tsx';
import { paths } from '../paths.ts';
import { api } from '../service/api.ts';
import { type IfMatch, type Loaded, useRead } from '../service/loaded.ts';
import { loadMe, type Me, me, switchTo } from '../service/session.ts';
import { browserLanguage, languages, showLanguage, t } from '../words/words.ts';
import { Sessions } from './sessions.tsx';

async function update(changes: Parameters<typeof api.updateMe>[0], options: IfMatch) {
  const answer = await api.updateMe.withResponse(changes, options);
  me.value = answer.data;
  await showLanguage(answer.data.language ?? browserLanguage());
  return answer;
}

/** The person, with their language, organizations and sessions. */
export function MeScreen() {
  const loaded = useRead(api.getMe, {}, me.value?.organization_id ?? '');
  const name = t('common.name');
  return (
    <Screen
      title={t('nav.me')}
      heading={
        loaded.data && (
          <SavedText
            name="name me"
            label={name}
            loaded={loaded}
            textsOf={({ user }) => ({ [name]: user.name })}
            save={(text, options) => update({ name: text }, options)}
            maxLength={personNameMaxCharacters}
            isRequired
            isHeading
            isEditable
          />
        )
      }
      lead={t('me.lead')}
    >
      <Problem error={loaded.error} onRetry={loaded.reload} />
      {loaded.data && <Language language={loaded.data.language} loaded={loaded} />}
      <Organizations />
      <Sessions />
      <Ownership onReclaimed={loaded.reload} />
    </Screen>
  );
}

/** Each language by its own name. */
const languageNames = { en: 'English', de: 'Deutsch', ja: '日本語' } as const;

interface LanguageProps {
  readonly language: Me['language'];
  readonly loaded: Loaded<Me>;
}

function Language({ language, loaded }: LanguageProps) {
  const { isRunning, error, run } = useAct();
  const choose = (value: string) =>
    run(async () => {
      const chosen = languages.find((one) => one === value) ?? null;
      await loaded.change((options) => update({ language: chosen }, options));
      toast(t('document.saved'));
    });
  return (
    <Card title={t('me.language')}>
      <p class="hint">{t('me.languageText')}</p>
      <Problem error={error} />
      <p>
        <select
          class="choose"
          aria-label={t('me.language')}
          value={language ?? ''}
          disabled={isRunning}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          <option value="">{t('me.browserLanguage')}</option>
          {languages.map((one) => (
            <option key={one} value={one} lang={one}>
              {languageNames[one]}
            </option>
          ))}
        </select>
      </p>
    </Card>
  );
}

function Organizations() {
  const act = useAct();
  const { organizations = [], organization_id } = me.value ?? {};
  return (
    <Card title={t('me.organizations')}>
      <Problem error={act.error} />
      {organizations.length === 0 && <p class="hint">{t('organization.noneText')}</p>}
      <ul class="rows" role="list">
        {organizations.map(({ id, name, role }) =>
          id === organization_id ? (
            <Row
              key={id}
              name={name}
              href={paths.organization}
              badges={[t('me.actsHere')]}
              lines={[[t(`role.${role}`)]]}
            />
          ) : (
            <Row key={id} name={name} lines={[[t(`role.${role}`)]]}>
              <Button
                look="small"
                label={t('me.switchTo', { name })}
                disabled={act.isRunning}
                onClick={() => act.run(() => switchTo(id))}
              >
                {t('me.switch')}
              </Button>
            </Row>
          ),
        )}
      </ul>
    </Card>
  );
}

/** Takes ownership back from somebody who took it without an owner's powers. */
function Ownership({ onReclaimed }: { readonly onReclaimed: () => Promise<unknown> }) {
  const act = useAct();
  const reclaim = () =>
    act.run(async () => {
      const { id, name } = await api.reclaimOwnership();
      if (id === me.value?.organization_id) await loadMe();
      else await switchTo(id);
      await onReclaimed();
      toast(t('me.reclaimed', { name }));
    });
  return (
    <Card title={t('me.ownership')}>
      <p>{t('me.ownershipText')}</p>
      <Problem error={act.error} />
      <p>
        <Button disabled={act.isRunning} onClick={reclaim}>
          {t('me.reclaim')}
        </Button>
      </p>
    </Card>
  );
}
