import { describeCaller } from '../../../shared/access/me.ts';
import { getMe } from '../../../shared/contract/operations/me.ts';
import { operation } from '../../../shared/http/operation.ts';

export const handler = operation(getMe, ({ principal }) => describeCaller(principal, Date.now()));
