import { useRef } from 'preact/hooks';
import type { Document } from '../../client/types.ts';
import { attempt, copyText, toast } from '../frame/toasts.tsx';
import { ask, FormDialog, openDialog, useAct } from '../parts/dialog.tsx';
import { Ago, List, Problem, Row } from '../parts/list.tsx';
import { api, changedFields, changeItem, useAll, useFresh } from '../service/api.ts';
import { formatTime, t } from '../words/words.ts';
import { ConditionFields, fieldsOf, type Share, sentenceOf, useConditions } from './conditions.tsx';

const idsOf = ({ document_id, id }: Share) => ({ document_id, share_id: id });

interface SharedWithProps {
  readonly document: Document;
  /** Loads the lists again when it changes. */
  readonly turn?: number;
}

/** The people that the document is shared with, and those whose share has ended. */
export function SharedWith({ document, turn = 0 }: SharedWithProps) {
  const document_id = document.id;
  const page = useAll(api.listDocumentShares, { document_id }, turn);
  const ended = useAll(api.listDocumentShares, { document_id, ended: 'true' }, turn);
  const reload = () => Promise.all([page.reload(), ended.reload()]);
  useFresh(reload);
  const act = useAct();
  const sendAgain = (share: Share) =>
    act.run(async () => {
      await api.sendDocumentShare(idsOf(share));
      toast(t('shares.sentAgain', { email: share.email }));
      void reload();
    });
  const withdraw = (share: Share) => {
    const { email } = share;
    ask({ title: t('shares.withdraw'), text: t('shares.withdrawText', { email }) }, async () => {
      await changeItem(api.getDocumentShare, idsOf(share), api.deleteDocumentShare);
      toast(t('shares.withdrawn', { email }));
      void reload();
    });
  };
  const edit = (share: Share) =>
    openDialog(<EditShare share={share} level={document.access_level} onDone={reload} />);
  return (
    <div class="stack">
      <Problem error={act.error} />
      <List page={{ ...page, data: withoutEnded(page.data) }} none={t('shares.none')} isRenewed={false}>
        {(share) => (
          <Row
            key={share.id}
            name={share.email}
            lines={[readingsOf(share), [sentenceOf(share)]]}
            commands={[
              { title: t('shares.edit'), icon: 'edit', run: () => edit(share) },
              { title: t('library.copyLink'), icon: 'link', run: () => copyText(share.url) },
              share.mail !== 'none' && {
                title: t('shares.send'),
                icon: 'share',
                run: () => sendAgain(share),
              },
              { title: t('shares.withdraw'), icon: 'bin', run: () => withdraw(share) },
            ]}
          />
        )}
      </List>
      {ended.data && ended.data.items.length > 0 && (
        <details>
          <summary>{t('shares.endedCount', { count: ended.data.items.length })}</summary>
          <List page={ended} isRenewed={false}>
            {(share) => (
              <Row
                key={share.id}
                name={share.email}
                badges={[t('shares.ended')]}
                lines={[endOf(share), readingsOf(share)]}
              />
            )}
          </List>
        </details>
      )}
    </div>
  );
}

/** Lists have a share for 30 days after its last day. It is shown among those that ended. */
const withoutEnded = (list: { readonly items: readonly Share[] } | undefined) =>
  list && {
    items: list.items.filter(({ expires_at }) => !expires_at || Date.parse(expires_at) > Date.now()),
  };

const readingsOf = ({ reads, last_read_at, mail }: Share) => [
  reads > 0 ? t('shares.reads', { count: reads }) : t('shares.unread'),
  last_read_at && <Ago time={last_read_at} />,
  mail !== 'none' && t(`mail.${mail}`),
];

const endOf = ({ ended_at, ended_by }: Share) => [
  ended_by ? t('shares.endedBy', { name: ended_by.name }) : t('shares.endedByTime'),
  ended_at && formatTime(ended_at),
];

/** Opens the dialog that changes the share of a document with an address, if there is one. */
export const editShareWith = (document: Document, email: string, onDone: () => unknown): Promise<void> =>
  attempt(async () => {
    for await (const share of api.listDocumentShares.all({ document_id: document.id, limit: 100 }))
      if (share.email.toLowerCase() === email.toLowerCase())
        return openDialog(<EditShare share={share} level={document.access_level} onDone={onDone} />);
  });

interface EditProps {
  readonly share: Share;
  readonly level: Document['access_level'];
  readonly onDone: () => unknown;
}

/** Changes what a share allows. */
function EditShare({ share, level, onDone }: EditProps) {
  const chosen = useConditions(share);
  const before = useRef(fieldsOf(chosen, share)).current;
  return (
    <FormDialog
      title={t('shares.editTitle', { email: share.email })}
      action={t('common.change')}
      send={() =>
        changeItem(api.getDocumentShare, idsOf(share), (ids, options) =>
          api.updateDocumentShare({ ...ids, ...changedFields(before, fieldsOf(chosen, share)) }, options),
        )
      }
      onDone={onDone}
    >
      <ConditionFields chosen={chosen} levels={[level]} />
    </FormDialog>
  );
}
