import { useSignal } from '@preact/signals';
import type { Document, Operations } from '../../client/types.ts';
import { emailMaxCharacters, shareMessageMaxCharacters } from '../../contract/limits.ts';
import { toast } from '../frame/toasts.tsx';
import { copyText } from '../parts/copy.tsx';
import { ask } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Menu, MenuButton } from '../parts/menu.tsx';
import { Problem } from '../parts/problem.tsx';
import { Ago } from '../parts/time.tsx';
import { api } from '../service/api.ts';
import { useDraft } from '../service/draft.ts';
import { explain } from '../service/explain.ts';
import { useLoaded } from '../service/loaded.ts';
import { change } from '../service/session.ts';
import type { WordKey } from '../words/catalogue.ts';
import { formatDate } from '../words/formats.ts';
import { t } from '../words/words.ts';

type Share = Operations['getDocumentShare']['output'];

/** The people whom the document is shared with, and a form to share it with another. */
export function Shares({ document }: { readonly document: Document }) {
  const document_id = document.id;
  const page = useLoaded(document_id, (signal) =>
    api.listDocumentShares.withResponse({ document_id, limit: 100 }, { signal }),
  );
  const items = page.data?.items ?? [];
  return (
    <section class="card">
      <h2>{t('shares.title')}</h2>
      <Problem error={page.error} onRetry={page.reload} />
      <ShareForm document={document} onShared={page.reload} />
      {page.data && items.length === 0 && <p class="quiet-text">{t('shares.none')}</p>}
      <ul class="rows" role="list">
        {items.map((share) => (
          <Row key={share.id} share={share} onChange={page.reload} />
        ))}
      </ul>
    </section>
  );
}

interface FormProps {
  readonly document: Document;
  readonly onShared: () => unknown;
}

/** The end of a day, in the person's time zone, as the API takes it. */
const endOfDay = (day: string): string => new Date(`${day}T23:59:59`).toISOString();

function ShareForm({ document, onShared }: FormProps) {
  const email = useDraft(`share email ${document.id}`, '');
  const message = useDraft(`share message ${document.id}`, '');
  const lastDay = useSignal('');
  const notifies = useSignal(false);
  const isMore = useSignal(message.text.value !== '');
  const error = useSignal<unknown>(null);
  const isSending = useSignal(false);
  /** A second press after a failure repeats the first request. */
  const key = useSignal(crypto.randomUUID());
  const share = async () => {
    error.value = null;
    isSending.value = true;
    const input = {
      document_id: document.id,
      email: email.text.value.trim(),
      message: message.text.value,
      expires_at: lastDay.value === '' ? null : endOfDay(lastDay.value),
      notify_me: notifies.value,
    };
    try {
      const made = await change(() => api.createDocumentShare(input, { idempotencyKey: key.value }));
      email.text.value = '';
      message.text.value = '';
      lastDay.value = '';
      toast(t('shares.shared', { email: made.email }));
      onShared();
    } catch (failure) {
      error.value = failure;
    } finally {
      // The key stands for this content only, and after a lost answer for its repetition.
      if (!isRepeatable(error.value)) key.value = crypto.randomUUID();
      isSending.value = false;
    }
  };
  return (
    <form
      class="share-form"
      onSubmit={(event) => {
        event.preventDefault();
        void share();
      }}
    >
      <Field label={t('shares.email')}>
        {(attributes) => (
          <div class="copyable">
            <input
              {...attributes}
              type="email"
              required
              autoComplete="off"
              maxLength={emailMaxCharacters}
              value={email.text.value}
              onInput={(event) => {
                email.text.value = event.currentTarget.value;
              }}
            />
            <button type="submit" class="button primary" disabled={isSending.value}>
              {t('shares.share')}
            </button>
          </div>
        )}
      </Field>
      <Problem error={error.value} />
      <details
        open={isMore.value}
        onToggle={(event) => {
          isMore.value = event.currentTarget.open;
        }}
      >
        <summary>{t('shares.more')}</summary>
        <div class="stack">
          <Field label={t('shares.message')}>
            {(attributes) => (
              <textarea
                {...attributes}
                rows={3}
                maxLength={shareMessageMaxCharacters}
                value={message.text.value}
                onInput={(event) => {
                  message.text.value = event.currentTarget.value;
                }}
              />
            )}
          </Field>
          <Field label={t('shares.lastDay')} hint={t('shares.lastDayHint')}>
            {(attributes) => (
              <input
                {...attributes}
                type="date"
                value={lastDay.value}
                onInput={(event) => {
                  lastDay.value = event.currentTarget.value;
                }}
              />
            )}
          </Field>
          <label class="choice-row">
            <input
              type="checkbox"
              checked={notifies.value}
              onChange={(event) => {
                notifies.value = event.currentTarget.checked;
              }}
            />
            <span>{t('shares.notify')}</span>
          </label>
        </div>
      </details>
    </form>
  );
}

const isRepeatable = (error: unknown): boolean =>
  error instanceof Error && 'status' in error && (error.status === 0 || Number(error.status) >= 500);

const mailWords = {
  none: 'shares.mail.none',
  queued: 'shares.mail.queued',
  held: 'shares.mail.held',
  sent: 'shares.mail.sent',
  delivered: 'shares.mail.delivered',
  bounced: 'shares.mail.bounced',
  refused: 'shares.mail.refused',
} as const satisfies Readonly<Record<Share['mail'], WordKey>>;

function Row({ share, onChange }: { readonly share: Share; readonly onChange: () => unknown }) {
  const { email, expires_at, reads, last_read_at, mail, url } = share;
  const isEnded = expires_at !== null && Date.parse(expires_at) <= Date.now();
  return (
    <li class="row-item">
      <div>
        <p>
          <bdi>{email}</bdi>
          {isEnded && <span class="badge">{t('shares.ended')}</span>}
        </p>
        <p class="quiet-text">
          {reads > 0 ? t('shares.reads', { count: reads }) : t('shares.unread')}
          {last_read_at && (
            <>
              {' '}
              · <Ago time={last_read_at} />
            </>
          )}{' '}
          · {expires_at ? t('shares.until', { date: formatDate(expires_at) }) : t('shares.endless')}
          {mail !== 'none' && ` · ${t(mailWords[mail])}`}
        </p>
      </div>
      <Menu label={t('shares.actionsOf', { email })}>
        <MenuButton icon="link" onClick={() => copyText(url)}>
          {t('library.copyLink')}
        </MenuButton>
        {!isEnded && mail !== 'none' && (
          <MenuButton icon="share" onClick={() => sendAgain(share, onChange)}>
            {t('shares.send')}
          </MenuButton>
        )}
        <MenuButton icon="bin" isDestructive onClick={() => withdraw(share, onChange)}>
          {t('shares.withdraw')}
        </MenuButton>
      </Menu>
    </li>
  );
}

async function sendAgain({ document_id, id, email }: Share, onChange: () => unknown): Promise<void> {
  try {
    await change(() => api.sendDocumentShare({ document_id, share_id: id }));
    toast(t('shares.sentAgain', { email }));
    onChange();
  } catch (error) {
    toast(explain(error).text);
  }
}

async function withdraw({ document_id, id, email }: Share, onChange: () => unknown): Promise<void> {
  const isSure = await ask({
    title: t('shares.withdraw'),
    text: t('shares.withdrawText', { email }),
    action: t('shares.withdraw'),
    isDestructive: true,
  });
  if (!isSure) return;
  const input = { document_id, share_id: id };
  try {
    const { response } = await api.getDocumentShare.withResponse(input);
    const ifMatch = response.headers.get('etag') ?? undefined;
    await change(() => api.deleteDocumentShare(input, { ifMatch }));
    toast(t('shares.withdrawn', { email }));
    onChange();
  } catch (error) {
    toast(explain(error).text);
  }
}
