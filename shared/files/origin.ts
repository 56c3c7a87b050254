import { environment } from '../runtime/environment.ts';

const stageFiles = environment('filesOrigin');

/** Returns the origin of presigned URLs. An endpoint that is set for the SDK goes first, because the SDK's settings decide the URLs. */
export const filesOrigin = (): string => new URL(process.env.AWS_ENDPOINT_URL_S3 || stageFiles()).origin;
