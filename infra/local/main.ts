/** `npm start`: the whole service on this machine. */
import { beginAssembly } from './assemble.ts';

// Lambda's clock is UTC, and a thread takes its time zone from the process.
process.env.TZ = 'UTC';

// What may take longest begins before the rest is loaded.
const assembling = beginAssembly({ report: console.log });
assembling.catch(() => undefined);
const { serve } = await import('./serve.ts');
await serve(assembling);
