import { document } from './en/document.ts';
import { frame } from './en/frame.ts';
import { library } from './en/library.ts';
import { plain } from './en/plain.ts';

export const en = { ...frame, ...library, ...document, ...plain } as const;
