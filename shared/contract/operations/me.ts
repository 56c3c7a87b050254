import * as z from 'zod/mini';
import { language } from '../enumerations.ts';
import { sessionId } from '../identifiers.ts';
import { personNameMaxCharacters } from '../limits.ts';
import { defineOperation, pageQuery } from '../operation.ts';
import { listPageOf } from '../resources/listPage.ts';
import { me } from '../resources/me.ts';
import { session } from '../resources/session.ts';
import { shownName } from '../text.ts';

export const getMe = defineOperation('getMe', () => ({
  summary: 'Get who you are, where you act and what you may do',
  success: { status: 200, schema: me },
  entityTag: true,
}));

export const updateMe = defineOperation('updateMe', () => ({
  summary: 'Change your name or language',
  sessionOnly: true,
  body: {
    kind: 'json',
    schema: z.strictObject({
      name: z.optional(shownName(personNameMaxCharacters)),
      language: z.optional(z.nullable(language)),
    }),
  },
  success: { status: 200, schema: me },
  entityTag: true,
}));

export const listSessions = defineOperation('listSessions', () => ({
  summary: 'List your sessions, newest first',
  sessionOnly: true,
  query: pageQuery(),
  success: { status: 200, schema: listPageOf(session) },
}));

export const deleteSession = defineOperation('deleteSession', () => ({
  summary: 'End one of your sessions at once',
  sessionOnly: true,
  pathParameters: z.object({ session_id: sessionId }),
  success: { status: 200, schema: z.strictObject({}) },
}));
