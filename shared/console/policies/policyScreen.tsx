import { useSignal } from '@preact/signals';
import { useRoute } from 'preact-iso/router';
import { policyNameMaxCharacters } from '../../contract/limits.ts';
import { useTitles } from '../activity/entries.tsx';
import { ruleTexts } from '../document/rules.ts';
import { toast } from '../frame/toasts.tsx';
import { type Conflict, Conflicts } from '../parts/conflicts.tsx';
import { Card } from '../parts/controls.tsx';
import { ask } from '../parts/dialog.tsx';
import { EditInPlace } from '../parts/editInPlace.tsx';
import { useAct } from '../parts/form.tsx';
import { List, Row } from '../parts/list.tsx';
import { Menu } from '../parts/menu.tsx';
import { Problem } from '../parts/problem.tsx';
import { Back, Screen } from '../parts/screen.tsx';
import { Ago } from '../parts/time.tsx';
import { paths } from '../paths.ts';
import { api } from '../service/api.ts';
import { isConflict } from '../service/explain.ts';
import { type Loaded, useRead } from '../service/loaded.ts';
import { may } from '../service/session.ts';
import { formatDate, formatList } from '../words/formats.ts';
import { t } from '../words/words.ts';
import { PolicyForm, useTexts } from './policyForm.tsx';
import { changedRules, type Policy, type Rules, rulesOf, type Texts, textsOf } from './rules.ts';

/** A policy, with its rules and the documents that it is attached to. */
export function PolicyScreen() {
  const { params } = useRoute();
  const id = params.id as Policy['id'];
  const loaded = useRead(api.getPolicy, { policy_id: id });
  if (loaded.data) return <Shown key={id} policy={loaded.data} loaded={loaded} />;
  return (
    <Screen title={t('nav.policies')} above={<Back href={paths.policies} title={t('nav.policies')} />}>
      <Problem error={loaded.error} onRetry={loaded.reload} />
    </Screen>
  );
}

type Changes = Partial<Pick<Policy, 'name' | 'rules' | 'archived'>> & { readonly confirm?: string };

interface PartProps {
  readonly policy: Policy;
  readonly update: (changes: Changes) => Promise<unknown>;
}

function Shown({ policy, loaded }: { readonly policy: Policy; readonly loaded: Loaded<Policy> }) {
  const conflict = useSignal<(Conflict & { readonly wanted: Changes }) | null>(null);
  const { id: policy_id, name } = policy;
  const mayManage = may('organization#manage');
  const edited = useTexts(`rules ${policy_id}`, policy.rules);
  const showSaved = (rules: Rules) => {
    edited.set(textsOf(rules));
    edited.clear();
  };
  /** Saves changes if the policy is as the person saw it. Otherwise shows the changes of others. */
  const update = async (wanted: Changes) => {
    conflict.value = null;
    const input = { policy_id, ...wanted };
    try {
      await loaded.change((options) => api.updatePolicy.withResponse(input, options));
      if (wanted.rules && loaded.data) showSaved(loaded.data.rules);
      toast(t('document.saved'));
    } catch (error) {
      if (!isConflict(error)) throw error;
      const now = loaded.data;
      // The first attempt may have been saved, with its answer lost. The retry then finds its own change.
      if (!now || changesBetween({ ...now, ...wanted }, now).length === 0) return;
      const mine = wanted.name ?? ruleTexts(wanted.rules ?? now.rules).join(' · ');
      conflict.value = { changes: changesBetween(policy, now), mine, wanted };
    }
  };
  return (
    <Screen
      title={name}
      above={<Back href={paths.policies} title={t('nav.policies')} />}
      heading={
        <EditInPlace
          name={`name ${policy_id}`}
          label={t('common.name')}
          value={name}
          maxLength={policyNameMaxCharacters}
          isRequired
          isHeading
          isEditable={mayManage}
          onSave={(text) => update({ name: text })}
        />
      }
      lead={
        policy.archived
          ? t('policies.isArchived')
          : t('organization.since', { date: formatDate(policy.created_at) })
      }
      actions={mayManage && <Actions policy={policy} update={update} />}
    >
      {conflict.value && (
        <Conflicts
          {...conflict.value}
          onSave={async () => conflict.value && update(conflict.value.wanted)}
          onDrop={() => {
            conflict.value = null;
            showSaved(policy.rules);
          }}
        />
      )}
      <div class="columns">
        <div>
          {mayManage ? (
            <RulesForm policy={policy} edited={edited} update={update} />
          ) : (
            <RuleList rules={policy.rules} />
          )}
        </div>
        <div>
          <Documents policy={policy} />
        </div>
      </div>
    </Screen>
  );
}

const isOn = '✓';

/** Returns the differences of two states of a policy. A check mark stands for a rule without a value. */
function changesBetween(before: Policy, after: Policy): Conflict['changes'] {
  const [from, to] = [textsOf(before.rules), textsOf(after.rules)];
  const shown = (text: string | undefined) => (text === '' ? isOn : (text ?? ''));
  const rows = [
    [t('common.name'), before.name, after.name],
    [t('policies.archived'), before.archived ? isOn : '', after.archived ? isOn : ''],
    ...changedRules(from, to).map(
      ([name, { word }]) => [t(word), shown(from[name]), shown(to[name])] as const,
    ),
  ] as const;
  return rows.filter(([, one, other]) => one !== other);
}

interface RulesFormProps extends PartProps {
  readonly edited: ReturnType<typeof useTexts>;
}

function RulesForm({ policy: { name, rules }, edited: { texts, set }, update }: RulesFormProps) {
  const saved = textsOf(rules);
  const save = async (confirm: { confirm?: string }) => {
    if (await isSureToEnd(saved, texts, rules)) await update({ rules: rulesOf(texts, rules), ...confirm });
  };
  return (
    <PolicyForm
      name={name}
      texts={texts}
      onChange={set}
      action={t('policies.save')}
      isUnchanged={changedRules(saved, texts).length === 0}
      onSend={save}
    />
  );
}

/** Asks before a change that ends rules. The question names these rules. */
async function isSureToEnd(saved: Texts, texts: Texts, rules: Rules): Promise<boolean> {
  const kept = Object.fromEntries(Object.entries(saved).filter(([name]) => !Object.hasOwn(texts, name)));
  const ended = ruleTexts(rulesOf(kept, rules));
  if (ended.length === 0) return true;
  return ask({
    title: t('policies.endRules'),
    text: t('policies.endText', { rules: formatList(ended) }),
    action: t('policies.save'),
    isDestructive: true,
  });
}

const RuleList = ({ rules }: { readonly rules: Rules }) => (
  <Card title={t('policies.rules')}>
    <p>{ruleTexts(rules).join(' · ') || t('attached.label')}</p>
  </Card>
);

function Actions({ policy, update }: PartProps) {
  const act = useAct();
  const { name, archived } = policy;
  const set = (next: boolean) => () => update({ archived: next });
  const archive = () =>
    act.runIfSure(
      { title: t('policies.archive'), text: t('policies.archiveText'), isDestructive: false },
      set(true),
    );
  return (
    <>
      <Menu
        label={t('common.actionsOf', { name })}
        commands={[
          archived
            ? { title: t('policies.unarchive'), icon: 'policy', run: () => act.run(set(false)) }
            : { title: t('policies.archive'), icon: 'policy', run: archive },
        ]}
      />
      <Problem error={act.error} />
    </>
  );
}

/** The number of attachments shown, newest first. The library lists all. */
const shownMax = 10;

function Documents({ policy: { id } }: { readonly policy: Policy }) {
  const page = useRead(api.listPolicyDocuments, { policy_id: id, limit: shownMax });
  const items = page.data?.items ?? [];
  const titles = useTitles(items.map(({ document_id }) => document_id));
  return (
    <Card title={t('policies.documents')}>
      <List page={page} none={t('policies.noDocuments')}>
        {({ document_id, attached_at, attached_by }) => (
          <Row
            key={document_id}
            name={titles[document_id] ?? document_id}
            href={paths.document(document_id)}
            lines={[[<Ago key="time" time={attached_at} />, attached_by.name]]}
          />
        )}
      </List>
      {items.length > 0 && <a href={`${paths.library}?policy_id=${id}`}>{t('policies.allDocuments')}</a>}
    </Card>
  );
}
