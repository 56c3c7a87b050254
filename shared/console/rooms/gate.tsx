import { useSignal } from '@preact/signals';
import {
  acknowledgementMaxCharacters,
  gatePoliciesWithRulesMax,
  policyNameMaxCharacters,
} from '../../contract/limits.ts';
import { Attached } from '../document/policies.tsx';
import { toast } from '../frame/toasts.tsx';
import { Button, TextField } from '../parts/controls.tsx';
import { FormDialog, openDialog } from '../parts/dialog.tsx';
import { type Policy, ruleKinds } from '../policies/policyForm.tsx';
import { api, may, useRead } from '../service/api.ts';
import { t } from '../words/words.ts';
import type { Room } from './tree.ts';

/** Whether a policy keeps documents, so that it cannot stand at a gate. */
const keeps = ({ rules }: Policy): boolean =>
  ruleKinds.some(([name, { part }]) => part === 'keeping' && rules[name]);

/** The policies at the gate of a room: readers meet their rules before they see anything of it. */
export function Gate({ room }: { readonly room: Room }) {
  const room_id = room.id;
  const attached = useRead(api.listRoomPolicies, { room_id, limit: 100 });
  const askText = () => openDialog(<TextToAccept room={room} onDone={attached.reload} />);
  return (
    <>
      <p class="hint">{t('rooms.gateHint')}</p>
      <Attached
        title={t('rooms.gate')}
        none={t('rooms.noGate')}
        detachText={t('rooms.detachText')}
        most={gatePoliciesWithRulesMax}
        tooMany={t('rooms.tooMany', { max: gatePoliciesWithRulesMax })}
        attached={attached}
        attach={(policy_id) => api.attachRoomPolicy({ room_id, policy_id })}
        detach={(policy_id) => api.detachRoomPolicy({ room_id, policy_id })}
        isOffered={(policy) => !keeps(policy)}
        isManaged
        aside={
          may('organization#manage') && (
            <Button text={t('rooms.textToAccept')} look="small" icon="policy" onClick={askText} />
          )
        }
      />
    </>
  );
}

interface TextProps {
  readonly room: Room;
  readonly onDone: () => unknown;
}

/** Makes a policy whose text readers accept, and puts it at the gate. */
function TextToAccept({ room: { id: room_id, name }, onDone }: TextProps) {
  const text = useSignal('');
  const title = useSignal(t('rooms.textOf', { name }).slice(0, policyNameMaxCharacters));
  return (
    <FormDialog
      title={t('rooms.textToAccept')}
      send={async (options) => {
        const rules = { acknowledgement: text.value.trim() };
        const { id } = await api.createPolicy({ name: title.value.trim(), rules }, options);
        await api.attachRoomPolicy({ room_id, policy_id: id });
      }}
      onDone={() => {
        toast(t('attached.done', { name: title.value }));
        onDone();
      }}
    >
      <p class="hint">{t('rooms.textHint')}</p>
      <TextField
        label={t('shares.text')}
        name="rules.acknowledgement"
        text={text}
        rows={6}
        required
        maxLength={acknowledgementMaxCharacters}
        hasFocus
      />
      <TextField
        label={t('rooms.policyName')}
        name="name"
        text={title}
        required
        maxLength={policyNameMaxCharacters}
      />
    </FormDialog>
  );
}
