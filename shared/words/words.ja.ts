import { frame } from './ja/frame.ts';
import { mail } from './ja/mail.ts';
import { reading } from './ja/reading.ts';
import { refusals } from './ja/refusals.ts';
import { rooms } from './ja/rooms.ts';
import { rules } from './ja/rules.ts';
import { signIn } from './ja/signIn.ts';
import type { Catalogue } from './worded.ts';

export const ja = {
  ...frame,
  ...signIn,
  ...reading,
  ...refusals,
  ...rooms,
  ...rules,
  ...mail,
} satisfies Catalogue;
