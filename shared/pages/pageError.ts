import { ApiError } from '../access/errors.ts';
import type { ErrorCode } from '../contract/errorCodes.ts';
import type { PlainKey } from '../words/worded.ts';
import { en } from '../words/words.en.ts';

/** An error that pages explain in the language of the visitor. Its message is in English, like the messages of the API. */
export class PageError extends ApiError {
  readonly key: PlainKey;

  constructor(code: ErrorCode, key: PlainKey, retryAfterSeconds: number | null = null) {
    super(code, en[key], null, [], retryAfterSeconds);
    this.key = key;
  }
}
