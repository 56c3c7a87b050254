import * as z from 'zod/mini';
import { anyActorId, documentId, roomId } from '../identifiers.ts';
import { hitsDefault, hitsMax, soughtWordsMaxCharacters } from '../limits.ts';
import { defineOperation, pageQuery, wholeNumber } from '../operation.ts';
import { listPageOf } from '../resources/listPage.ts';
import { searchHit } from '../resources/searchHit.ts';
import { instant, soughtWords } from '../text.ts';

export const search = defineOperation('search', () => ({
  summary: 'Find words in titles, descriptions and pages',
  query: z
    .extend(pageQuery(), {
      q: soughtWords(soughtWordsMaxCharacters),
      room_id: z.optional(roomId),
      document_id: z.optional(documentId),
      created_by: z.optional(anyActorId),
      created_after: z.optional(instant),
      created_before: z.optional(instant),
      limit: z._default(wholeNumber(1, hitsMax), hitsDefault),
    })
    .check(
      z.refine(
        ({ created_after, created_before }) =>
          !created_after || !created_before || Date.parse(created_after) < Date.parse(created_before),
        { error: 'must be before created_before', path: ['created_after'] },
      ),
    ),
  success: { status: 200, schema: listPageOf(searchHit) },
}));
