import { useEffect, useRef } from 'preact/hooks';
import type { Document } from '../../client/types.ts';
import { Icon } from '../parts/controls.tsx';
import { api, useRead } from '../service/api.ts';
import { t } from '../words/words.ts';

/** The number of times that the screen asks again for a picture that is being drawn. Then it shows none. */
const mostQuestions = 30;

/** A small picture of the first page, which leads to the page of the document. Without a picture, a sheet with an icon stands in its place. */
export function FirstPage({ document }: { readonly document: Document }) {
  const { id, current_version, processing_status, service_url } = document;
  const state = `${processing_status} ${current_version?.id}`;
  const { data, reload } = useRead(api.getDocumentPicture, { document_id: id }, state);
  const asked = useRef(0);
  const wait = (asked.current < mostQuestions && data?.retry_after) || undefined;
  useEffect(() => {
    if (wait === undefined) return undefined;
    const again = () => {
      asked.current += 1;
      void reload();
    };
    const timer = setTimeout(again, wait * 1000);
    return () => clearTimeout(timer);
  }, [data]);
  const isComing = wait !== undefined || processing_status === 'processing';
  return (
    <a
      class={isComing ? 'first-page coming' : 'first-page'}
      href={service_url}
      target="_blank"
      rel="noopener"
      aria-label={t('library.open')}
    >
      {data?.picture_url ? <img src={data.picture_url} alt="" /> : <Icon name="document" />}
    </a>
  );
}
