import type { Document, DocumentPolicy } from '../../client/types.ts';
import { toast } from '../frame/toasts.tsx';
import { Button } from '../parts/controls.tsx';
import { ask, Dialog, openDialog, useAct, useClose } from '../parts/dialog.tsx';
import { Ago, List, ListCard, Row } from '../parts/list.tsx';
import { paths } from '../paths.ts';
import { type Policy, rulesText } from '../policies/policyForm.tsx';
import { api, may, useRead } from '../service/api.ts';
import { t } from '../words/words.ts';

interface PoliciesProps {
  readonly document: Document;
  readonly isManaged: boolean;
}

/** The first page of the policies that can be attached. */
const offered = { limit: 100 };

/** The policies of a document, each with its rules in words. */
export function Policies({ document, isManaged }: PoliciesProps) {
  const document_id = document.id;
  const attached = useRead(api.listDocumentPolicies, { document_id, limit: 100 });
  const all = useRead(api.listPolicies, offered);
  const act = useAct();
  const rulesOf = (id: string) => all.data?.items.find((policy) => policy.id === id)?.rules;
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
      none={t('attached.none')}
      error={act.error}
    >
      {(one) => (
        <Row
          key={one.policy.id}
          name={one.policy.name}
          lines={[
            [rulesText(rulesOf(one.policy.id))],
            [<Ago time={one.attached_at} />, one.attached_by.name],
          ]}
        >
          {isManaged && (
            <Button
              look="icon"
              icon="close"
              label={t('attached.detachTitle', { name: one.policy.name })}
              onClick={() => detach(one)}
            />
          )}
        </Row>
      )}
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
            <Row key={policy.id} name={policy.name} lines={[[rulesText(policy.rules)]]}>
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
