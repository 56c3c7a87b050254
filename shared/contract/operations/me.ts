import * as z from 'zod/mini';
import { personNameMaxCharacters } from '../limits.ts';
import { defineOperation } from '../operation.ts';
import { me } from '../resources/me.ts';
import { shownName } from '../text.ts';

export const getMe = defineOperation('getMe', () => ({
  summary: 'Get who you are, where you act and what you may do',
  success: { status: 200, schema: me },
  entityTag: true,
}));

export const updateMe = defineOperation('updateMe', () => ({
  summary: 'Change your name',
  sessionOnly: true,
  body: {
    kind: 'json',
    schema: z.strictObject({ name: z.optional(shownName(personNameMaxCharacters)) }),
  },
  success: { status: 200, schema: me },
  entityTag: true,
}));
