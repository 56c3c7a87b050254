import { useSignal } from '@preact/signals';
import type { Document } from '../../client/types.ts';
import { addedItemsMax } from '../../contract/limits.ts';
import { mayManage } from '../library/documentTable.tsx';
import { TextField } from '../parts/controls.tsx';
import { AccessMark, Problem } from '../parts/list.tsx';
import { answerOf, api, useLoaded } from '../service/api.ts';
import { t } from '../words/words.ts';
import { AddForm } from './putIntoRoom.tsx';
import type { Item, Room } from './tree.ts';

/** The documents that are offered at a time. A search finds others. */
const offeredMax = 50;
const searchDelayMilliseconds = 250;

/** Reads the newest documents that the person may change. Pages may be short, so this reads several of them. */
async function readOffered(q: string, signal: AbortSignal) {
  if (q !== '') await new Promise((resolve) => setTimeout(resolve, searchDelayMilliseconds));
  signal.throwIfAborted();
  const items: Document[] = [];
  for await (const one of api.listDocuments.all({ limit: 100, ...(q && { q }) }, { signal })) {
    if (mayManage(one)) items.push(one);
    if (items.length === offeredMax) break;
  }
  return answerOf({ items });
}

interface AddProps {
  readonly room: Room;
  /** null: the top of the room. */
  readonly folder: Item | null;
  readonly onDone: () => unknown;
}

/** Adds documents of the library to a folder of a room. */
export function AddFromLibrary({ room, folder, onDone }: AddProps) {
  const sought = useSignal('');
  const chosen = useSignal<ReadonlyMap<string, Document>>(new Map());
  const q = /[\p{L}\p{M}\p{N}]/u.test(sought.value) ? sought.value.trim() : '';
  const page = useLoaded(q, (signal) => readOffered(q, signal));
  const toggle = (one: Document) => {
    const next = new Map(chosen.value);
    if (!next.delete(one.id)) next.set(one.id, one);
    chosen.value = next;
  };
  const isFull = chosen.value.size >= addedItemsMax;
  return (
    <AddForm
      title={t('rooms.addTo', { name: folder?.name ?? room.name })}
      room={room}
      folder={folder}
      documents={[...chosen.value.values()]}
      onDone={onDone}
    >
      <TextField label={t('filters.search')} text={sought} hasFocus />
      <Problem error={page.error} onRetry={page.reload} />
      {page.data?.items.length === 0 && <p class="hint">{t('library.noneFound')}</p>}
      <fieldset class="choices options">
        <legend class="label">{t('nav.library')}</legend>
        {page.data?.items.map((one) => (
          <label key={one.id} class="choice-row">
            <input
              type="checkbox"
              checked={chosen.value.has(one.id)}
              disabled={isFull && !chosen.value.has(one.id)}
              onChange={() => toggle(one)}
            />
            <span>
              <bdi>{one.title}</bdi> <AccessMark level={one.access_level} />
            </span>
          </label>
        ))}
      </fieldset>
      <p aria-live="polite">{t('batch.selected', { count: chosen.value.size })}</p>
    </AddForm>
  );
}
