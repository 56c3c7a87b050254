import { clientFiles } from '../../client/build.ts';

/** The files of the client, by their names. */
export default clientFiles();
