/** `npm start`: the whole service on this machine. */
import { beginAssembly } from './assemble.ts';

// Lambda's clock is UTC, and a thread takes its time zone from the process.
process.env.TZ = 'UTC';

// This may take longest, so it begins before the rest is loaded.
const assembling = beginAssembly({ report: console.log });
assembling.catch(() => undefined);
const { serve } = await import('./serve.ts');
await serve(assembling);
