import { environment } from '../environment.ts';

export { s3 } from './s3.ts';

export const bucketName = environment('bucketName');
