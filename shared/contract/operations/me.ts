import { defineOperation } from '../operation.ts';
import { me } from '../resources/me.ts';

export const getMe = defineOperation('getMe', () => ({
  summary: 'Get who you are, where you act and what you may do',
  success: { status: 200, schema: me },
  entityTag: true,
}));
