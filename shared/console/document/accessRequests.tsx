import type { Document, Operations } from '../../client/types.ts';
import { toast } from '../frame/toasts.tsx';
import { Button } from '../parts/controls.tsx';
import { useAct } from '../parts/dialog.tsx';
import { Ago, ListCard, Row } from '../parts/list.tsx';
import { api, useFresh, useRead } from '../service/api.ts';
import { t } from '../words/words.ts';

type AccessRequest = Operations['listDocumentAccessRequests']['output']['items'][number];

interface AccessRequestsProps {
  readonly document: Pick<Document, 'id'>;
  /** Opens the form to share the document, with the address filled in. A share to the address answers the request. */
  readonly onShare: (email: string) => void;
}

/** The people who ask for access to the document. Shows nothing while nobody asks. */
export function AccessRequests({ document, onShare }: AccessRequestsProps) {
  const page = useRead(api.listDocumentAccessRequests, { document_id: document.id, limit: 100 });
  useFresh(page.reload);
  const act = useAct();
  const decline = ({ id: request_id, email }: AccessRequest) =>
    act.run(async () => {
      await api.deleteDocumentAccessRequest({ document_id: document.id, request_id });
      toast(t('requests.declined', { email }));
      void page.reload();
    });
  if (!page.error && !page.data?.items.length) return null;
  return (
    <ListCard title={t('requests.title')} page={page} error={act.error} isRenewed={false}>
      {(request) => (
        <Row
          key={request.id}
          name={request.email}
          lines={[[t('requests.named', { name: request.name }), <Ago time={request.created_at} />]]}
        >
          <Button
            text={t('shares.share')}
            label={t('requests.shareWith', { email: request.email })}
            look="small"
            onClick={() => onShare(request.email)}
          />
          <Button
            text={t('requests.decline')}
            label={t('requests.declineOf', { email: request.email })}
            look="small"
            onClick={() => decline(request)}
          />
        </Row>
      )}
    </ListCard>
  );
}
