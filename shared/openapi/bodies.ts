/** Names and describes the bodies of single operations in the document. */
import * as z from 'zod/mini';
import type { MultipartBody } from '../contract/operation.ts';
import { allOperations } from '../contract/operations.ts';
import { named, type OperationWords } from '../contract/words/named.ts';
import { operationWords } from '../contract/words/operations.ts';

const forms = new Map<MultipartBody, z.ZodMiniType>();

/** Returns the schema of a form with its text fields and its file. */
export function formOf(body: MultipartBody): z.ZodMiniType {
  const made = forms.get(body);
  if (made) return made;
  const file = z.optional(z.file().check(z.mime(['application/pdf'])));
  const form: z.ZodMiniType = z.strictObject({ [body.file]: file, ...body.fields.shape });
  forms.set(body, form);
  return form;
}

for (const { id, body, success } of allOperations) {
  const { requestBody, responseBody, success: description }: OperationWords = operationWords[id];
  if (body && body.kind !== 'file' && requestBody)
    named(
      requestBody.name ?? id.replace(/^./, (letter) => letter.toUpperCase()),
      body.kind === 'json' ? body.schema : formOf(body),
      requestBody,
    );
  if (success.schema && responseBody)
    named(responseBody.name, success.schema, { description, ...responseBody });
}
