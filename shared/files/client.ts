import type { Place } from '../aws/s3.ts';
import { environment } from '../runtime/environment.ts';

export const bucketName = environment('bucketName');

/** The place of an object in the bucket of the stage. */
export const placeOf = (key: string): Place => ({ bucket: bucketName(), key });
