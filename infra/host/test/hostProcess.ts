/** A host in a separate process, which tests kill. */
import { startHost } from '../host.ts';

const { ASSEMBLY = '', DATA_DIRECTORY = '' } = process.env;
const host = await startHost({ port: 0, dataDirectory: DATA_DIRECTORY, assemble: async () => ASSEMBLY });
process.send?.(host.baseUrl);
