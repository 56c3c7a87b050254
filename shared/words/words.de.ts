import { frame } from './de/frame.ts';
import { mail } from './de/mail.ts';
import { reading } from './de/reading.ts';
import { refusals } from './de/refusals.ts';
import { rooms } from './de/rooms.ts';
import { rules } from './de/rules.ts';
import { signIn } from './de/signIn.ts';
import type { Catalogue } from './worded.ts';

export const de = {
  ...frame,
  ...signIn,
  ...reading,
  ...refusals,
  ...rooms,
  ...rules,
  ...mail,
} satisfies Catalogue;
