import type { Operations } from '../../client/types.ts';
import { personNameMaxCharacters } from '../../contract/limits.ts';
import { toast } from '../frame/toasts.tsx';
import { found } from '../organization/organizationScreen.tsx';
import { Button, controlOf, Select } from '../parts/controls.tsx';
import { ask, useAct } from '../parts/dialog.tsx';
import { Card, ListCard, Row, Screen } from '../parts/list.tsx';
import { SavedText } from '../parts/savedText.tsx';
import { paths, signOutAction } from '../paths.ts';
import type { IfMatch, Loaded, Me } from '../service/api.ts';
import { api, may, me, reclaimOwnership, showItems, switchTo, useRead } from '../service/api.ts';
import {
  browserLanguage,
  formatAgo,
  formatDate,
  formatTime,
  languages,
  showLanguage,
  t,
} from '../words/words.ts';

async function update(changes: Parameters<typeof api.updateMe>[0], options: IfMatch) {
  const answer = await api.updateMe.withResponse(changes, options);
  me.value = answer.data;
  await showLanguage(answer.data.language ?? browserLanguage());
  return answer;
}

/** The person, with their language, organizations and sessions. */
export function MeScreen() {
  const loaded = useRead(api.getMe, {});
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
            isEditable
          />
        )
      }
      lead={t('me.lead')}
      loaded={loaded}
    >
      {loaded.data && <Language loaded={loaded} />}
      <Organizations />
      <Sessions />
      <Ownership onReclaimed={loaded.reload} />
    </Screen>
  );
}

/** Each language by its own name. */
const languageNames = { en: 'English', de: 'Deutsch', ja: '日本語' } as const;

function Language({ loaded }: { readonly loaded: Loaded<Me> }) {
  const { isRunning, error, run } = useAct();
  const choose = (value: string) =>
    run(async () => {
      const chosen = languages.find((one) => one === value) ?? null;
      await loaded.change((options) => update({ language: chosen }, options));
      toast(t('document.saved'));
    });
  return (
    <Card title={t('me.language')} error={error}>
      <p class="hint">{t('me.languageText')}</p>
      <p>
        <Select
          label={t('me.language')}
          disabled={isRunning}
          options={[
            ['', t('me.browserLanguage')],
            ...languages.map((one) => [one, languageNames[one], one] as const),
          ]}
          {...controlOf(loaded.data?.language ?? '', choose)}
        />
      </p>
    </Card>
  );
}

function Organizations() {
  const act = useAct();
  const { organizations = [], organization_id } = me.value ?? {};
  return (
    <ListCard
      title={t('me.organizations')}
      error={act.error}
      aside={
        organization_id === null &&
        may('organization#create') && (
          <Button text={t('organization.found')} icon="organization" onClick={found} />
        )
      }
      page={{ data: { items: organizations } }}
      none={t('organization.noneText')}
    >
      {({ id, name, role }) => {
        const isHere = id === organization_id;
        return (
          <Row
            key={id}
            name={name}
            href={isHere ? paths.organization : undefined}
            badges={[isHere && t('me.actsHere')]}
            lines={[[t(`role.${role}`)]]}
          >
            {!isHere && (
              <Button
                text={t('me.switch')}
                look="small"
                label={t('me.switchTo', { name })}
                disabled={act.isRunning}
                onClick={() => act.run(() => switchTo(id))}
              />
            )}
          </Row>
        );
      }}
    </ListCard>
  );
}

/** Takes ownership back from somebody who took it without an owner's powers. */
function Ownership({ onReclaimed }: { readonly onReclaimed: () => Promise<unknown> }) {
  const act = useAct();
  const reclaim = () =>
    act.run(async () => {
      const name = await reclaimOwnership();
      await onReclaimed();
      toast(t('me.reclaimed', { name }));
    });
  return (
    <Card title={t('me.ownership')} error={act.error}>
      <p>{t('me.ownershipText')}</p>
      <p>
        <Button text={t('me.reclaim')} disabled={act.isRunning} onClick={reclaim} />
      </p>
    </Card>
  );
}

type Session = Operations['listSessions']['output']['items'][number];

/** Where the person is signed in. */
export function Sessions() {
  const page = useRead(api.listSessions, { limit: 100 });
  const end = ({ id, current }: Session) => {
    const text = current ? t('me.endCurrentText') : t('me.endText');
    ask({ title: t('me.endSession'), text }, async () => {
      await api.deleteSession({ session_id: id });
      if (current) return location.assign(signOutAction);
      toast(t('me.ended'));
      showItems(page, (before) => before.filter((session) => session.id !== id));
    });
  };
  return (
    <ListCard title={t('me.sessions')} page={page}>
      {(session) => {
        const time = formatTime(session.created_at);
        return (
          <Row
            key={session.id}
            name={t('me.signedIn', { time })}
            badges={[session.current && t('me.thisSession')]}
            lines={[
              [
                t('keys.lastUsed', { ago: formatAgo(session.last_used_at) }),
                t('keys.ends', { date: formatDate(session.expires_at) }),
              ],
            ]}
          >
            <Button
              text={t('me.end')}
              look="small danger"
              label={t('me.endOf', { time })}
              onClick={() => end(session)}
            />
          </Row>
        );
      }}
    </ListCard>
  );
}
