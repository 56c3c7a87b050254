/** `npm run admin -- <noun> <verb> ...` */
import { run } from './program.ts';

const { stdout, stderr, env } = process;
process.exitCode = await run(process.argv.slice(2), { stdout, stderr, env });
