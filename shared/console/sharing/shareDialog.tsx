import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { ApiError } from '../../client/index.ts';
import type { Document } from '../../client/types.ts';
import { shareMessageMaxCharacters } from '../../contract/limits.ts';
import { BatchProgress } from '../frame/batchProgress.tsx';
import { putIntoRoom } from '../frame/later.tsx';
import { toast } from '../frame/toasts.tsx';
import { Button, TextField } from '../parts/controls.tsx';
import { Dialog, Form, useClose } from '../parts/dialog.tsx';
import { useDraft } from '../parts/savedText.tsx';
import { api, me } from '../service/api.ts';
import { type Batch, runBatch } from '../service/batch.ts';
import { inOneText } from '../service/explain.ts';
import { t } from '../words/words.ts';
import { addressesIn } from './addresses.ts';
import { ConditionFields, fieldsOf, useConditionsDraft } from './conditions.tsx';
import { editShareWith, SharedWith } from './sharedWith.tsx';

interface DialogProps {
  readonly documents: readonly [Document, ...Document[]];
  /** Addresses that the field begins with. */
  readonly addresses?: string;
}

/** Shares documents with people. For one document, it also shows with whom the document is shared. */
export function ShareDialog({ documents, addresses = '' }: DialogProps) {
  const [first] = documents;
  const isOne = documents.length === 1;
  const turn = useSignal(0);
  const close = useClose();
  const title = isOne
    ? t('shares.dialogTitle', { title: first.title })
    : t('shares.dialogTitleMany', { count: documents.length });
  return (
    <Dialog title={title}>
      <ShareForm
        documents={documents}
        addresses={addresses}
        onShared={() => {
          turn.value += 1;
        }}
      />
      {me.value?.organization_id && (
        <p>
          <Button
            text={t('shares.putIntoRoom')}
            icon="room"
            onClick={() => {
              close();
              return putIntoRoom(documents);
            }}
          />
        </p>
      )}
      {isOne && (
        <>
          <h3>{t('shares.title')}</h3>
          <SharedWith document={first} turn={turn.value} />
        </>
      )}
    </Dialog>
  );
}

/** Why an address did not get a document. */
interface Refusal {
  readonly email: string;
  readonly document: Document;
  readonly error: unknown;
}

/** Whether the service refused an address. It then has a share of the document already, or nobody can have it. */
const isOfAddress = (error: unknown): boolean => error instanceof ApiError && error.param === 'email';

interface FormProps {
  readonly documents: readonly Document[];
  readonly addresses: string;
  readonly onShared: () => void;
}

function ShareForm({ documents, addresses, onShared }: FormProps) {
  const isOne = documents.length === 1;
  const name = documents.map(({ id }) => id).join();
  const to = useDraft(`share to ${name} ${addresses}`, addresses);
  const message = useDraft(`share message ${name}`, '');
  const { chosen, clear: clearConditions } = useConditionsDraft(`share conditions ${name}`);
  const field = useRef<HTMLDivElement>(null);
  const focusAddresses = () => field.current?.querySelector('textarea')?.focus();
  const refused = useSignal<readonly Refusal[]>([]);
  const isTried = useSignal(false);
  const running = useSignal<Batch<unknown>['outcomes'] | null>(null);
  // A repeated attempt must not make a second share.
  const keys = useRef(new Map<string, string>()).current;
  const { valid, wrong } = addressesIn(to.text.value);
  // The address at the end may be unfinished until the person sends the form.
  const wrongNow = isTried.value ? wrong : wrong.filter((part) => !to.text.value.endsWith(part));
  const send = async () => {
    isTried.value = true;
    refused.value = [];
    if (wrong.length > 0 || valid.length === 0) return focusAddresses();
    const fields = { ...fieldsOf(chosen), message: message.text.value };
    const pairs = valid.flatMap((email) => documents.map((document) => ({ email, document })));
    const { outcomes, ended } = runBatch(
      pairs,
      ({ email, document: { id: document_id } }) => {
        const request = JSON.stringify([document_id, email, fields]);
        const idempotencyKey = keys.get(request) ?? crypto.randomUUID();
        keys.set(request, idempotencyKey);
        return api.createDocumentShare(
          { document_id, email, ...fields, ...zoneOf(fields) },
          { idempotencyKey },
        );
      },
      (count) => t('shares.undone', { count }),
      isOne ? 1 : undefined,
    );
    running.value = outcomes;
    await ended;
    running.value = null;
    const failed = outcomes.value.flatMap(({ item, state, error }): Refusal[] =>
      state === 'done' ? [] : [{ ...item, error }],
    );
    const left = new Set(failed.map(({ email }) => email));
    refused.value = failed;
    to.replace([...left].join('\n'));
    const done = valid.length - left.size;
    if (left.size > 0) focusAddresses();
    else {
      message.clear();
      clearConditions();
    }
    if (done > 0) toast(t('shares.sharedWith', { count: done }));
    if (left.size > 0) toast(t('shares.refused', { count: left.size }));
    isTried.value = left.size > 0;
    onShared();
  };
  return (
    <Form send={send}>
      <div ref={field}>
        <TextField
          label={t('shares.to')}
          hint={t('shares.toHint')}
          text={to.text}
          rows={2}
          required
          hasFocus
        />
      </div>
      {(wrongNow.length > 0 || refused.value.length > 0) && (
        <div role="alert">
          <ul class="field-errors" role="list">
            {wrongNow.map((part) => (
              <li key={part} class="field-error">
                {t('shares.noAddress', { text: part })}
              </li>
            ))}
            {refused.value.map(({ email, document, error }) => (
              <li key={`${email} ${document.id}`} class="field-error">
                <bdi>{isOne ? email : `${email}, ${document.title}`}</bdi>:{' '}
                {isOfAddress(error) ? t('shares.taken') : inOneText(error)}
                {isOfAddress(error) && (
                  <Button
                    text={t('shares.edit')}
                    look="link"
                    label={t('shares.editTitle', { email })}
                    onClick={() => editShareWith(document, email, onShared)}
                  />
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      <TextField
        label={t('shares.message')}
        name="message"
        text={message.text}
        rows={2}
        maxLength={shareMessageMaxCharacters}
      />
      <ConditionFields chosen={chosen} levels={documents.map(({ access_level }) => access_level)} />
      {running.value && <BatchProgress outcomes={running.value.value} />}
      <footer class="actions">
        <Button
          text={valid.length > 1 ? t('shares.shareWith', { count: valid.length }) : t('shares.share')}
          icon="share"
          look="primary"
          disabled={running.value !== null}
        />
      </footer>
    </Form>
  );
}

/** Mails name the last day in the time zone of the person who shares. */
const zoneOf = ({ expires_at }: { readonly expires_at: string | null }) =>
  expires_at === null ? {} : { time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone };
