import type { MultipartBody, ResponseOf } from '../contract/operation.ts';
import { formBytes } from './formBytes.ts';
import { fileOfForm, fileOfUpload, type GivenFile } from './givenFile.ts';
import type { Middleware } from './middleware.ts';
import { readForm } from './multipart.ts';
import {
  type CommittedResponse,
  type PostContract,
  type PostRequest,
  type ReplayArguments,
  runOnce,
} from './post.ts';

/** The request as the handler of an upload gets it. The first bytes of its PDF have been checked. */
interface UploadRequest<C extends PostContract> extends PostRequest<C> {
  readonly file: GivenFile;
}

/** Returns a `post` whose body is a form with one PDF or the id of an upload. Only this module loads the form parser. */
export const upload = <const C extends PostContract & { readonly body: MultipartBody }>(
  contract: C,
  handle: (request: UploadRequest<C>) => Promise<CommittedResponse<ResponseOf<C>>>,
  ...replaying: ReplayArguments<C>
) =>
  runOnce(
    contract,
    [formBody(contract.body)],
    async (request, { form, principal }) => {
      if (!form) throw new Error('the form was not read');
      const { file, upload } = contract.body;
      const given =
        form.file === undefined
          ? await fileOfUpload(form.fields[upload] ?? '', principal, upload)
          : fileOfForm(form.file, form.fileName, file);
      return handle({ ...request, file: given });
    },
    ...replaying,
  );

const formBody = (contract: MultipartBody): Middleware => ({
  before: async ({ event, context }) => {
    context.form = await readForm(event.headers['content-type'], formBytes(event), contract);
  },
});
