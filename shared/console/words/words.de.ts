import type { Catalogue } from './catalogue.ts';
import { document } from './de/document.ts';
import { frame } from './de/frame.ts';
import { library } from './de/library.ts';
import { plain } from './de/plain.ts';

export const de = { ...frame, ...library, ...document, ...plain } satisfies Catalogue;
