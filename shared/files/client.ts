import { environment } from '../environment.ts';
import type { Place } from './objects.ts';

export { s3 } from './s3.ts';

export const bucketName = environment('bucketName');

/** The place of an object in the bucket of the stage. */
export const placeOf = (key: string): Place => ({ bucket: bucketName(), key });
