import { frame } from './de/frame.ts';
import { mail } from './de/mail.ts';
import { reading } from './de/reading.ts';
import { refusals } from './de/refusals.ts';
import { rules } from './de/rules.ts';
import { signIn } from './de/signIn.ts';
import type { Catalogue } from './worded.ts';

export const de = {
  ...frame,
  ...signIn,
  ...reading,
  ...refusals,
  ...rules,
  ...mail,
} satisfies Catalogue;
