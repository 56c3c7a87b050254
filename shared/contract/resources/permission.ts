import * as z from 'zod/mini';
import { permissions } from '../permissions.ts';

export const permission = z.enum(permissions);
