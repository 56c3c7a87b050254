import type { Catalogue } from './catalogue.ts';
import { document } from './ja/document.ts';
import { frame } from './ja/frame.ts';
import { library } from './ja/library.ts';
import { plain } from './ja/plain.ts';

export const ja = { ...frame, ...library, ...document, ...plain } satisfies Catalogue;
