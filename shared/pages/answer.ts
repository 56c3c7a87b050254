import type { HttpResponse } from '../http/response.ts';
import type { Read } from '../reading/readContent.ts';

/** The answer of a page. */
export interface Answer extends Read {
  readonly response: HttpResponse;
}
