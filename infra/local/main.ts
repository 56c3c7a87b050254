/** `npm start`: the whole service on this machine. */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

const [unknown] = process.argv.slice(2);
if (unknown !== undefined) {
  console.error(
    `npm start takes no arguments, but got ${unknown}. Give settings as environment variables: PORT=8080 npm start`,
  );
  process.exit(2);
}

// By default, glibc has up to eight separate heaps for each core, each with its own unused memory. Two are enough for the host's threads: it holds
// a fifth less memory, with the same processor time. glibc reads the variable at the start of a process, so this process begins again. A
// process with a parent's channel cannot: its parent sets the variable.
const { MALLOC_ARENA_MAX } = process.env;
if (process.platform === 'linux' && MALLOC_ARENA_MAX === undefined && !process.connected)
  process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
    ...process.env,
    MALLOC_ARENA_MAX: '2',
  });

// The host passes this variable on to functions, which do not inherit the environment.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
  new URL('../../node_modules/.cache/document-governance/node', import.meta.url),
);
enableCompileCache(process.env.NODE_COMPILE_CACHE);

// Lambda's clock is UTC, and a thread takes its time zone from the process.
process.env.TZ = 'UTC';

// Assembling may take the longest time, so it begins before the other modules are loaded.
const { beginAssembly } = await import('./assemble.ts');
const assembling = beginAssembly(console.log);
assembling.catch(() => undefined);
const { serve } = await import('./serve.ts');
await serve(assembling);
