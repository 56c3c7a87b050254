/** `npm start` with an assembly that a test made. */
import { serve } from '../../infra/local/serve.ts';

const { ASSEMBLY: directory = '' } = process.env;
const nothing = async (): Promise<void> => undefined;
await serve(Promise.resolve({ directory, finish: nothing, awaitFiles: nothing }));
