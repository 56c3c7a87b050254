import { document } from './en/document.ts';
import { frame } from './en/frame.ts';
import { library } from './en/library.ts';

export const en = { ...frame, ...library, ...document } as const;
