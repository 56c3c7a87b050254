import { frame } from './en/frame.ts';
import { mail } from './en/mail.ts';
import { reading } from './en/reading.ts';
import { refusals } from './en/refusals.ts';
import { rooms } from './en/rooms.ts';
import { rules } from './en/rules.ts';
import { signIn } from './en/signIn.ts';

export const en = {
  ...frame,
  ...signIn,
  ...reading,
  ...refusals,
  ...rooms,
  ...rules,
  ...mail,
} as const;
