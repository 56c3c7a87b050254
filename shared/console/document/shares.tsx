import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { Document, Operations } from '../../client/types.ts';
import { emailMaxCharacters, shareMessageMaxCharacters } from '../../contract/limits.ts';
import { copyText, toast } from '../frame/toasts.tsx';
import { Button, Check, TextField } from '../parts/controls.tsx';
import { ask, Form, useAct } from '../parts/dialog.tsx';
import { Ago, ListCard, Row } from '../parts/list.tsx';
import { useDraft } from '../parts/savedText.tsx';
import { api, changeItem, useFresh, useRead } from '../service/api.ts';
import { endOfDay, formatDate, t } from '../words/words.ts';

type Share = Operations['getDocumentShare']['output'];

/** The shares of the document, and a form for another share. */
export function Shares({ document }: { readonly document: Document }) {
  const page = useRead(api.listDocumentShares, { document_id: document.id, limit: 100 });
  useFresh(page.reload);
  const act = useAct();
  const sendAgain = ({ document_id, id: share_id, email }: Share) =>
    act.run(async () => {
      await api.sendDocumentShare({ document_id, share_id });
      toast(t('shares.sentAgain', { email }));
      void page.reload();
    });
  const withdraw = ({ document_id, id: share_id, email }: Share) =>
    ask({ title: t('shares.withdraw'), text: t('shares.withdrawText', { email }) }, async () => {
      await changeItem(api.getDocumentShare, { document_id, share_id }, api.deleteDocumentShare);
      toast(t('shares.withdrawn', { email }));
      void page.reload();
    });
  return (
    <ListCard
      title={t('shares.title')}
      above={<ShareForm document={document} onShared={page.reload} />}
      page={page}
      none={t('shares.none')}
      error={act.error}
    >
      {(share) => (
        <Row
          key={share.id}
          name={share.email}
          badges={[isEnded(share) && t('shares.ended')]}
          lines={[factsOf(share)]}
          commands={[
            { title: t('library.copyLink'), icon: 'link', run: () => copyText(share.url) },
            !isEnded(share) &&
              share.mail !== 'none' && {
                title: t('shares.send'),
                icon: 'share',
                run: () => sendAgain(share),
              },
            { title: t('shares.withdraw'), icon: 'bin', run: () => withdraw(share) },
          ]}
        />
      )}
    </ListCard>
  );
}

const isEnded = ({ expires_at }: Share): boolean =>
  expires_at !== null && Date.parse(expires_at) <= Date.now();

const factsOf = ({ reads, last_read_at, expires_at, mail }: Share) => [
  reads > 0 ? t('shares.reads', { count: reads }) : t('shares.unread'),
  last_read_at && <Ago time={last_read_at} />,
  expires_at ? t('common.until', { date: formatDate(expires_at) }) : t('shares.endless'),
  mail !== 'none' && t(`mail.${mail}`),
];

interface FormProps {
  readonly document: Document;
  readonly onShared: () => unknown;
}

function ShareForm({ document, onShared }: FormProps) {
  const email = useDraft(`share email ${document.id}`, '').text;
  const message = useDraft(`share message ${document.id}`, '').text;
  const lastDay = useSignal('');
  const notifies = useSignal(false);
  const hasMessage = useRef(message.value !== '').current;
  return (
    <Form
      send={async (options) => {
        const input = {
          document_id: document.id,
          email: email.value.trim(),
          message: message.value,
          expires_at: lastDay.value === '' ? null : endOfDay(lastDay.value),
          notify_me: notifies.value,
        };
        const made = await api.createDocumentShare(input, options);
        for (const field of [email, message, lastDay]) field.value = '';
        toast(t('shares.shared', { email: made.email }));
        void onShared();
      }}
    >
      <TextField
        label={t('shares.email')}
        text={email}
        type="email"
        required
        maxLength={emailMaxCharacters}
        aside={<Button text={t('shares.share')} look="primary" />}
      />
      <details open={hasMessage}>
        <summary>{t('shares.more')}</summary>
        <div class="stack">
          <TextField
            label={t('shares.message')}
            text={message}
            rows={3}
            maxLength={shareMessageMaxCharacters}
          />
          <TextField label={t('common.lastDay')} hint={t('shares.lastDayHint')} text={lastDay} type="date" />
          <Check label={t('shares.notify')} isOn={notifies} />
        </div>
      </details>
    </Form>
  );
}
