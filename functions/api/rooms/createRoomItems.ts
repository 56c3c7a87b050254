import { mayChange, mayRead } from '../../../shared/access/documents.ts';
import { givenItems, itemErrors } from '../../../shared/access/roomItems.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import { addItems } from '../../../shared/acts/rooms/addItems.ts';
import { createRoomItems } from '../../../shared/contract/operations/rooms.ts';
import { post } from '../../../shared/http/post.ts';
import { managed, stillManaged } from '../../../shared/reading/rooms/managed.ts';

export const handler = post(
  createRoomItems,
  async ({ principal, path, body, answer }) => {
    const outcome = await addItems(
      {
        roomId: path.room_id,
        items: givenItems(body),
        permitted: managed(principal),
        rightTo: (document) => {
          if (!mayRead(document, principal)) return null;
          return mayChange(document, principal) ? 'change' : 'read';
        },
        by: principal,
      },
      (items, commit) => {
        const [first] = items;
        return answer(body.items || !first ? { items: [...items] } : first, commit);
      },
    );
    return accepted(outcome, itemErrors(body));
  },
  { guard: stillManaged },
);
