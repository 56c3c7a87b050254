import { type Signal, useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { Icon } from '../parts/controls.tsx';
import { Problem } from '../parts/list.tsx';
import { answerOf, useLoaded } from '../service/api.ts';
import { t } from '../words/words.ts';
import { type Item, isFolder, type Room, readFolder } from './tree.ts';

interface PlaceChoiceProps {
  readonly legend: string;
  readonly room: Pick<Room, 'id' | 'name'>;
  /** The chosen item; null: the whole room, or its top. */
  readonly chosen: Signal<Item | null>;
  /** Whether documents can be chosen too. Default: folders only */
  readonly takesDocuments?: boolean;
  /** Of an item that moves: it is not offered. */
  readonly without?: Item['id'];
}

/** The choice of a folder, by going down from the top of the room. The last one is chosen. */
export function PlaceChoice({ legend, room, chosen, takesDocuments = false, without }: PlaceChoiceProps) {
  const id = useId();
  const path = useSignal<readonly Item[]>([]);
  const parent = path.value.at(-1)?.id ?? null;
  const loaded = useLoaded(`${room.id} ${parent}`, async (signal) =>
    answerOf(await readFolder(room.id, parent, {}, Number.POSITIVE_INFINITY, signal)),
  );
  const go = (to: readonly Item[]) => {
    path.value = to;
    chosen.value = to.at(-1) ?? null;
  };
  const offered = (loaded.data?.items ?? []).filter(
    (one) => one.id !== without && (takesDocuments || isFolder(one)),
  );
  const isChosen = (one: Item | null) => chosen.value?.id === one?.id;
  return (
    <div class="place" role="group" aria-labelledby={id}>
      <p class="label" id={id}>
        {legend}
      </p>
      <p class="path">
        {[null, ...path.value].map((one, index) => (
          <button
            key={one?.id}
            type="button"
            class="link"
            aria-current={isChosen(one) ? 'true' : undefined}
            onClick={() => go(path.value.slice(0, index))}
          >
            <bdi>{one?.name ?? room.name}</bdi>
          </button>
        ))}
      </p>
      <ul class="rows options" role="list">
        {offered.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              class="menu-item"
              aria-pressed={takesDocuments && !isFolder(one) ? isChosen(one) : undefined}
              onClick={() => {
                if (isFolder(one)) go([...path.value, one]);
                else chosen.value = one;
              }}
            >
              <Icon name={isFolder(one) ? 'folder' : 'document'} />
              <bdi>
                {one.number} {one.name}
              </bdi>
            </button>
          </li>
        ))}
      </ul>
      <Problem error={loaded.error} onRetry={loaded.reload} />
      <p class="sentence" aria-live="polite">
        {t('rooms.chosen', { name: chosen.value?.name ?? room.name })}
      </p>
    </div>
  );
}
