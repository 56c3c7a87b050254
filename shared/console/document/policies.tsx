import type { ComponentChildren } from 'preact';
import type { Document, DocumentPolicy } from '../../client/types.ts';
import { policiesWithRulesMax } from '../../contract/limits.ts';
import { toast } from '../frame/toasts.tsx';
import { Button } from '../parts/controls.tsx';
import { ask, Dialog, openDialog, useAct, useClose } from '../parts/dialog.tsx';
import { Ago, List, ListCard, Row } from '../parts/list.tsx';
import { paths } from '../paths.ts';
import type { Policy } from '../policies/policyForm.tsx';
import { isLabel, RulesLine } from '../policies/rulesLine.tsx';
import { api, type Loaded, may, useFacts, useRead } from '../service/api.ts';
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
  return (
    <Attached
      title={t('attached.title')}
      none={t('attached.none')}
      detachText={t('attached.detachText')}
      most={policiesWithRulesMax}
      tooMany={t('attached.tooMany', { max: policiesWithRulesMax })}
      attached={useRead(api.listDocumentPolicies, { document_id, limit: 100 })}
      attach={(policy_id) => api.attachDocumentPolicy({ document_id, policy_id })}
      detach={(policy_id) => api.detachDocumentPolicy({ document_id, policy_id })}
      isManaged={isManaged}
    />
  );
}

type Attachment = Pick<DocumentPolicy, 'attached_at' | 'attached_by' | 'policy'>;

interface AttachedProps extends Pick<ChoiceProps, 'isOffered'> {
  readonly title: string;
  /** Shown if there are none. */
  readonly none: string;
  /** What follows from a detachment. */
  readonly detachText: string;
  /** The largest number of policies with rules. */
  readonly most: number;
  /** Shown if there are more. */
  readonly tooMany: string;
  readonly attached: Loaded<{ readonly items: readonly Attachment[] }>;
  readonly attach: (id: Policy['id']) => Promise<unknown>;
  readonly detach: (id: Policy['id']) => Promise<unknown>;
  readonly isManaged: boolean;
  /** Further buttons. */
  readonly aside?: ComponentChildren;
}

/** The policies that something has, each with its rules in words. */
export function Attached({ title, none, attached, isManaged, most, ...more }: AttachedProps) {
  const policies = useFacts(attached.data?.items.map(({ policy }) => policy.id) ?? [], readPolicies);
  const withRules = (attached.data?.items ?? []).filter(({ policy }) => {
    const known = policies.get(policy.id);
    return known && !isLabel(known);
  });
  const act = useAct();
  const attach = ({ id, name }: Policy) =>
    act.run(async () => {
      await more.attach(id);
      await attached.reload();
      toast(t('attached.done', { name }));
    });
  const detach = ({ policy: { id, name } }: Attachment) => {
    const question = { title: t('attached.detachTitle', { name }), text: more.detachText };
    ask({ ...question, action: t('attached.detach') }, async () => {
      await more.detach(id);
      await attached.reload();
      toast(t('attached.detached', { name }));
    });
  };
  const choose = () =>
    openDialog(<PolicyChoice attached={attached.data?.items} isOffered={more.isOffered} onChoose={attach} />);
  return (
    <ListCard
      title={title}
      aside={
        isManaged && (
          <>
            {more.aside}
            <Button text={t('attached.attach')} look="small" icon="plus" onClick={choose} />
          </>
        )
      }
      page={attached}
      above={withRules.length > most && <p class="field-error">{more.tooMany}</p>}
      none={none}
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
  readonly attached?: readonly Attachment[] | undefined;
  /** Whether a policy can be attached here. Default: each can */
  readonly isOffered?: ((policy: Policy) => boolean) | undefined;
  readonly onChoose: (policy: Policy) => unknown;
}

/** The policies that can be attached, each with its rules in words. */
export function PolicyChoice({ attached = [], isOffered = () => true, onChoose }: ChoiceProps) {
  const close = useClose();
  const page = useRead(api.listPolicies, offered);
  const isFree = (one: Policy) => isOffered(one) && !attached.some(({ policy }) => policy.id === one.id);
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
