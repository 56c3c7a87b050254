import { useSignal } from '@preact/signals';
import type { Document, DocumentPolicy, Operations } from '../../client/types.ts';
import { toast } from '../frame/toasts.tsx';
import { ask, Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { Problem } from '../parts/problem.tsx';
import { Ago } from '../parts/time.tsx';
import { api } from '../service/api.ts';
import { useLoaded } from '../service/loaded.ts';
import { change } from '../service/session.ts';
import { t } from '../words/words.ts';
import { ruleTexts } from './rules.ts';

export type Policy = Operations['getPolicy']['output'];

/** The first page of the policies that can be attached. */
const offered = 100;

/** The policies of a document, with what each requires of readers. */
export function Policies({
  document,
  isManaged,
}: {
  readonly document: Document;
  readonly isManaged: boolean;
}) {
  const document_id = document.id;
  const attached = useLoaded(document_id, (signal) =>
    api.listDocumentPolicies.withResponse({ document_id, limit: 100 }, { signal }),
  );
  const all = useLoaded(document_id, (signal) =>
    api.listPolicies.withResponse({ limit: offered }, { signal }),
  );
  const isChoosing = useSignal(false);
  const error = useSignal<unknown>(null);
  const rulesOf = (id: string) => all.data?.items.find((policy) => policy.id === id)?.rules;
  const run = async (act: () => Promise<unknown>, done: string) => {
    error.value = null;
    try {
      await change(act);
      await attached.reload();
      toast(done);
    } catch (failure) {
      error.value = failure;
    }
  };
  const detach = async ({ policy }: DocumentPolicy) => {
    const isSure = await ask({
      title: t('attached.detachTitle', { name: policy.name }),
      text: t('attached.detachText'),
      action: t('attached.detach'),
      isDestructive: true,
    });
    const input = { document_id, policy_id: policy.id };
    if (isSure)
      await run(() => api.detachDocumentPolicy(input), t('attached.detached', { name: policy.name }));
  };
  const items = attached.data?.items ?? [];
  return (
    <section class="card">
      <header class="card-head">
        <h2>{t('attached.title')}</h2>
        {isManaged && (
          <button
            type="button"
            class="button small"
            onClick={() => {
              isChoosing.value = true;
            }}
          >
            <Icon name="plus" />
            {t('attached.attach')}
          </button>
        )}
      </header>
      <Problem error={error.value ?? attached.error} onRetry={attached.reload} />
      {attached.data && items.length === 0 && <p class="quiet-text">{t('attached.none')}</p>}
      <ul class="rows" role="list">
        {items.map((one) => (
          <li class="row-item" key={one.policy.id}>
            <div>
              <p>
                <bdi>{one.policy.name}</bdi>
              </p>
              <p class="quiet-text">
                {ruleTexts(rulesOf(one.policy.id) ?? {}).join(' · ') || t('attached.label')}
              </p>
              <p class="quiet-text">
                <Ago time={one.attached_at} /> · <bdi>{one.attached_by.name}</bdi>
              </p>
            </div>
            {isManaged && (
              <button
                type="button"
                class="icon-button"
                aria-label={t('attached.detachTitle', { name: one.policy.name })}
                onClick={() => detach(one)}
              >
                <Icon name="close" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {isChoosing.value && (
        <Choice
          policies={(all.data?.items ?? []).filter(({ id }) => !items.some(({ policy }) => policy.id === id))}
          onClose={() => {
            isChoosing.value = false;
          }}
          onChoose={(policy) => {
            isChoosing.value = false;
            const input = { document_id, policy_id: policy.id };
            void run(() => api.attachDocumentPolicy(input), t('attached.done', { name: policy.name }));
          }}
        />
      )}
    </section>
  );
}

interface ChoiceProps {
  readonly policies: readonly Policy[];
  readonly onChoose: (policy: Policy) => void;
  readonly onClose: () => void;
}

/** The policies that can be attached, each with what it would require. */
export function Choice({ policies, onChoose, onClose }: ChoiceProps) {
  return (
    <Dialog title={t('attached.choose')} onClose={onClose}>
      {policies.length === 0 && <p class="hint">{t('attached.noOther')}</p>}
      <ul class="rows" role="list">
        {policies.map((policy) => (
          <li class="row-item" key={policy.id}>
            <div>
              <p>
                <bdi>{policy.name}</bdi>
              </p>
              <p class="quiet-text">{ruleTexts(policy.rules).join(' · ') || t('attached.label')}</p>
            </div>
            <button type="button" class="button small" onClick={() => onChoose(policy)}>
              {t('attached.attach')}
              <span class="hidden"> {policy.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
