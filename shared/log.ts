import { Logger } from '@aws-lambda-powertools/logger';

/**
 * Writes structured log lines, one JSON object each. Pass what a line is about as its second argument; never a request body,
 * a file or a credential.
 */
export const log = new Logger();
