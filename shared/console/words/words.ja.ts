import type { Catalogue } from './catalogue.ts';
import { document } from './ja/document.ts';
import { frame } from './ja/frame.ts';
import { library } from './ja/library.ts';

export const ja = { ...frame, ...library, ...document } satisfies Catalogue;
