import { ListCard, Row } from '../parts/list.tsx';
import { isWorthSearching } from '../search/sought.ts';
import { TextHits } from '../search/textHits.tsx';
import { answerOf, api, useLoaded } from '../service/api.ts';
import { t } from '../words/words.ts';
import { type Item, pageOf, pathOf, type Room } from './tree.ts';

/** The names of this many items are searched. */
const itemsMax = 1000;

/** A name or words as they are compared: in lower case, without marks. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

interface FoundProps {
  readonly room: Room;
  readonly q: string;
}

/** The items of a room whose names have the words of a search, and below them the documents whose texts have them. */
export function FoundInRoom({ room, q }: FoundProps) {
  const room_id = room.id;
  const page = useLoaded(room_id, async (signal) => {
    const items: Item[] = [];
    for await (const item of api.listRoomItems.all({ room_id, recursive: 'true', limit: 100 }, { signal })) {
      items.push(item);
      if (items.length === itemsMax) break;
    }
    return answerOf({ items });
  });
  const all = page.data?.items;
  const words = plain(q).split(/[^\p{L}\p{N}]+/u);
  const found = all?.filter(({ name }) => words.every((word) => plain(name).includes(word)));
  const byId = new Map(all?.map((item) => [item.id, item]));
  return (
    <>
      <ListCard
        title={t('rooms.foundNames')}
        page={{ ...page, data: found && { items: found } }}
        none={t('search.noTitle')}
        above={all?.length === itemsMax && <p class="hint">{t('rooms.namesOf', { count: itemsMax })}</p>}
      >
        {(item) => (
          <Row
            key={item.id}
            name={`${item.number} ${item.name}`}
            href={item.document_id ? pageOf(item.document_id, room) : undefined}
            target="_blank"
            lines={[pathOf(byId, item).map(({ name }) => name)]}
          />
        )}
      </ListCard>
      {isWorthSearching(q) && (
        <TextHits
          q={q}
          room_id={room_id}
          listed={found && new Set(found.map((one) => one.document_id ?? ''))}
        />
      )}
    </>
  );
}
