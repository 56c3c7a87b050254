import type { Document, DocumentPolicy } from '../../client/types.ts';
import { policiesWithRulesMax } from '../../contract/limits.ts';
import { toast } from '../frame/toasts.tsx';
import { Button } from '../parts/controls.tsx';
import { ask, Dialog, openDialog, useAct, useClose } from '../parts/dialog.tsx';
import { Ago, List, ListCard, Row } from '../parts/list.tsx';
import { paths } from '../paths.ts';
import type { Policy } from '../policies/policyForm.tsx';
import { isLabel, RulesLine } from '../policies/rulesLine.tsx';
import { api, may, useFacts, useRead } from '../service/api.ts';
import { t } from '../words/words.ts';

interface PoliciesProps {
  readonly document: Document;
  readonly isManaged: boolean;
}

/** The first page of the policies that can be attached. */
const offered = { limit: 100 };

/** Reads policies by their ids: most by one request, and those that the list does not have by one request each. */
export async function readPolicies(
  ids: readonly Policy['id'][],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Policy>> {
  if (ids.length === 0) return new Map();
  const { items } = await api.listPolicies(offered, { signal });
  const others = ids.filter((id) => !items.some((policy) => policy.id === id));
  const read = await Promise.all(others.map((policy_id) => api.getPolicy({ policy_id }, { signal })));
  return new Map([...items, ...read].map((policy) => [policy.id, policy]));
}

/** The policies of a document, each with its rules in words. */
export function Policies({ document, isManaged }: PoliciesProps) {
  const document_id = document.id;
  const attached = useRead(api.listDocumentPolicies, { document_id, limit: 100 });
  const policies = useFacts(attached.data?.items.map(({ policy }) => policy.id) ?? [], readPolicies);
  const withRules = (attached.data?.items ?? []).filter(({ policy }) => {
    const known = policies.get(policy.id);
    return known && !isLabel(known);
  });
  const isClosed = withRules.length > policiesWithRulesMax;
  const act = useAct();
  const attach = ({ id: policy_id, name }: Policy) =>
    act.run(async () => {
      await api.attachDocumentPolicy({ document_id, policy_id });
      await attached.reload();
      toast(t('attached.done', { name }));
    });
  const detach = ({ policy: { id: policy_id, name } }: DocumentPolicy) => {
    const question = { title: t('attached.detachTitle', { name }), text: t('attached.detachText') };
    ask({ ...question, action: t('attached.detach') }, async () => {
      await api.detachDocumentPolicy({ document_id, policy_id });
      await attached.reload();
      toast(t('attached.detached', { name }));
    });
  };
  const choose = () => openDialog(<PolicyChoice attached={attached.data?.items} onChoose={attach} />);
  return (
    <ListCard
      title={t('attached.title')}
      aside={isManaged && <Button text={t('attached.attach')} look="small" icon="plus" onClick={choose} />}
      page={attached}
      above={isClosed && <p class="field-error">{t('attached.tooMany', { max: policiesWithRulesMax })}</p>}
      none={t('attached.none')}
      error={act.error}
    >
      {(one) => {
        const { id, name } = one.policy;
        const known = policies.get(id);
        return (
          <Row
            key={id}
            name={name}
            badges={[known !== undefined && isLabel(known) && t('policies.label')]}
            detail={known && <RulesLine policy={known} attachedAt={one.attached_at} />}
            lines={[[<Ago time={one.attached_at} />, one.attached_by.name]]}
          >
            {isManaged && (
              <Button
                look="icon"
                icon="close"
                label={t('attached.detachTitle', { name })}
                onClick={() => detach(one)}
              />
            )}
          </Row>
        );
      }}
    </ListCard>
  );
}

interface ChoiceProps {
  /** The policies that are attached already, which are not offered. Default: none */
  readonly attached?: readonly DocumentPolicy[] | undefined;
  readonly onChoose: (policy: Policy) => unknown;
}

/** The policies that can be attached, each with its rules in words. */
export function PolicyChoice({ attached = [], onChoose }: ChoiceProps) {
  const close = useClose();
  const page = useRead(api.listPolicies, offered);
  const isFree = ({ id }: Policy) => !attached.some(({ policy }) => policy.id === id);
  return (
    <Dialog title={t('attached.choose')}>
      {page.data && !page.data.items.some(isFree) && <p class="hint">{t('attached.noOther')}</p>}
      <List page={page}>
        {(policy) =>
          isFree(policy) && (
            <Row
              key={policy.id}
              name={policy.name}
              badges={[isLabel(policy) && t('policies.label')]}
              detail={<RulesLine policy={policy} />}
              lines={[]}
            >
              <Button
                text={t('attached.attach')}
                look="small"
                label={`${t('attached.attach')} ${policy.name}`}
                onClick={() => {
                  close();
                  return onChoose(policy);
                }}
              />
            </Row>
          )
        }
      </List>
      {may('organization#manage') && <a href={paths.newPolicy}>{t('policies.create')}</a>}
    </Dialog>
  );
}
