import { useRoute } from 'preact-iso/router';
import { policyNameMaxCharacters } from '../../contract/limits.ts';
import { useGroupNames } from '../groups/names.ts';
import { readTitles } from '../library/list.ts';
import { ask, useAct } from '../parts/dialog.tsx';
import { Ago, Card, ListCard, Problem, Row, Screen } from '../parts/list.tsx';
import { Menu } from '../parts/menu.tsx';
import { differences, SavedText, useSaving } from '../parts/savedText.tsx';
import { paths } from '../paths.ts';
import { api, type IfMatch, type Loaded, may, useFacts, useRead } from '../service/api.ts';
import { formatDate, formatList, t } from '../words/words.ts';
import type { Policy, Rules, Texts } from './policyForm.tsx';
import { PolicyForm, ruleKinds, rulesOf, rulesText, ruleTexts, textsOf, useTexts } from './policyForm.tsx';
import { GoneGroups, PassedEnds, UnknownRule } from './rulesLine.tsx';

/** A policy, with its rules and the documents that it is attached to. */
export function PolicyScreen() {
  const { params } = useRoute();
  const loaded = useRead(api.getPolicy, { policy_id: params.id as Policy['id'] });
  if (loaded.data) return <Shown policy={loaded.data} loaded={loaded} />;
  return <Screen title={t('nav.policies')} back={back()} loaded={loaded} />;
}

const back = () => [paths.policies, t('nav.policies')] as const;

const isOn = '✓';

/** What people edit, as they are shown it. A rule that is on, without a value, is shown by a mark. */
function shownTexts({ name, archived, rules }: Policy): Readonly<Record<string, string>> {
  const texts = textsOf(rules);
  return {
    [t('common.name')]: name,
    [t('policies.archived')]: archived ? isOn : '',
    ...Object.fromEntries(
      ruleKinds.map(([rule]) => [t(`rule.${rule}`), texts[rule] === '' ? isOn : (texts[rule] ?? '')]),
    ),
  };
}

type Changes = Partial<Pick<Policy, 'rules' | 'archived'>> & { readonly confirm?: string };

function Shown({ policy, loaded }: { readonly policy: Policy; readonly loaded: Loaded<Policy> }) {
  const { id: policy_id, name, rules, archived } = policy;
  const mayManage = may('organization#manage');
  const { texts, set, clear } = useTexts(`rules ${policy_id}`, rules);
  const act = useAct();
  const groups = useGroupNames(rules.allowed_groups !== undefined);
  const show = (saved: Rules) => {
    set(textsOf(saved));
    clear();
  };
  const saving = useSaving(loaded, shownTexts, () => show(rules));
  const update = (changes: Changes) =>
    saving.save({
      mine: rulesText(changes.rules ?? rules),
      send: async (options: IfMatch) => {
        const answer = await api.updatePolicy.withResponse({ policy_id, ...changes }, options);
        if (changes.rules) show(answer.data.rules);
        return answer;
      },
      isMade: (now) => differences(shownTexts(now), shownTexts({ ...now, ...changes })).length === 0,
    });
  const archive = () =>
    ask({ title: t('policies.archive'), text: t('policies.archiveText'), isDestructive: false }, () =>
      update({ archived: true }),
    );
  const unarchive = () => act.run(() => update({ archived: false }));
  return (
    <Screen
      title={name}
      back={back()}
      heading={
        <SavedText
          name={`name ${policy_id}`}
          label={t('common.name')}
          loaded={loaded}
          textsOf={shownTexts}
          save={(text, options) => api.updatePolicy.withResponse({ policy_id, name: text }, options)}
          maxLength={policyNameMaxCharacters}
          isEditable={mayManage}
        />
      }
      lead={
        archived ? t('policies.isArchived') : t('organization.since', { date: formatDate(policy.created_at) })
      }
      actions={
        mayManage && (
          <Menu
            label={t('common.actionsOf', { name })}
            commands={[
              {
                title: archived ? t('policies.unarchive') : t('policies.archive'),
                icon: 'policy',
                run: archived ? unarchive : archive,
              },
            ]}
          />
        )
      }
      aside={<Documents policy_id={policy_id} />}
    >
      <Problem error={act.error} />
      {saving.conflicts}
      <PassedEnds rules={rules} />
      <UnknownRule {...policy} />
      <GoneGroups rules={rules} />
      {mayManage ? (
        <PolicyForm
          name={name}
          texts={texts}
          onChange={set}
          action={t('policies.save')}
          isUnchanged={ruleKinds.every(([rule]) => texts[rule] === textsOf(rules)[rule])}
          send={async (confirm) => {
            const save = () => update({ rules: rulesOf(texts, rules), ...confirm });
            const ended = endedRules(rules, texts);
            if (ended.length === 0) return save();
            const text = t('policies.endText', { rules: formatList(ended) });
            return ask({ title: t('policies.endRules'), text, action: t('policies.save') }, save);
          }}
        />
      ) : (
        <Card title={t('policies.rules')}>
          <p>{rulesText(rules, groups)}</p>
        </Card>
      )}
    </Screen>
  );
}

/** Says which rules end. */
const endedRules = (rules: Rules, texts: Texts): string[] =>
  ruleTexts(Object.fromEntries(Object.entries(rules).filter(([name]) => !Object.hasOwn(texts, name))));

/** The newest attachments that are shown; the library lists all. */
const shownMax = 10;

function Documents({ policy_id }: { readonly policy_id: Policy['id'] }) {
  const page = useRead(api.listPolicyDocuments, { policy_id, limit: shownMax });
  const ids = page.data?.items.map(({ document_id }) => document_id) ?? [];
  const titles = useFacts(ids, readTitles);
  return (
    <ListCard
      title={t('policies.documents')}
      page={page}
      none={t('policies.noDocuments')}
      below={
        ids.length > 0 && <a href={`${paths.library}?policy_id=${policy_id}`}>{t('policies.allDocuments')}</a>
      }
    >
      {({ document_id, attached_at, attached_by }) => (
        <Row
          key={document_id}
          name={titles.get(document_id) ?? document_id}
          href={paths.document(document_id)}
          lines={[[<Ago time={attached_at} />, attached_by.name]]}
        />
      )}
    </ListCard>
  );
}
