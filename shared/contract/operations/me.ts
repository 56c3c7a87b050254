import { defineOperation, none } from '../operation.ts';
import { me } from '../resources/me.ts';

export const getMe = defineOperation('getMe', () => ({
  summary: 'Get who you are, where you act and what you may do',
  pathParameters: none,
  query: none,
  body: null,
  success: { status: 200, schema: me },
  entityTag: true,
}));
