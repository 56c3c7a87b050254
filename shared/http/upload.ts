import type { MultipartBody, ResponseOf } from '../contract/operation.ts';
import { looksLikePdf } from '../pdf/looksLikePdf.ts';
import { invalidRequest } from './errors.ts';
import type { Middleware } from './middleware.ts';
import { readForm } from './multipart.ts';
import { type Answered, type PostContract, type PostRequest, type ReplayArguments, runOnce } from './post.ts';

/** The request as an upload's handler gets it: with the PDF, whose first bytes have been checked. */
export interface UploadRequest<C extends PostContract> extends PostRequest<C> {
  readonly file: Uint8Array;
}

/** Returns a `post` that takes a form with one PDF. Only this module loads the form parser. */
export const upload = <const C extends PostContract & { readonly body: MultipartBody }>(
  contract: C,
  handle: (request: UploadRequest<C>) => Promise<Answered<ResponseOf<C>>>,
  ...replaying: ReplayArguments<C>
) =>
  runOnce(
    contract,
    [formBody(contract.body)],
    (request, { form }) => {
      if (!form || !looksLikePdf(form.file)) throw notAPdf(contract.body.file);
      return handle({ ...request, file: form.file });
    },
    ...replaying,
  );

const formBody = (contract: MultipartBody): Middleware => ({
  before: async ({ event, context }) => {
    const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
    context.form = await readForm(event.headers['content-type'], bytes, contract);
  },
});

const notAPdf = (param: string) =>
  invalidRequest({
    code: 'invalid_file',
    location: `body.${param}`,
    param,
    message: `${param} is not a PDF file.`,
  });
