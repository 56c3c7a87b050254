import * as z from 'zod/mini';
import { maxUploadBytes } from '../../contract/limits.ts';
import type { MultipartBody } from '../../contract/operation.ts';
import { grouped } from '../../words.ts';
import { named } from '../schemas.ts';

interface Form extends MultipartBody {
  readonly fields: z.ZodMiniObject;
}

const forms = new Map<MultipartBody, z.ZodMiniType>();

/** Returns the schema of a whole form: its text fields and its file. Throws when the form has no name yet. */
export function formOf(body: MultipartBody): z.ZodMiniType {
  const form = forms.get(body);
  if (!form) throw new Error(`The form with ${body.file} has no name`);
  return form;
}

const file = z.file().check(z.mime(['application/pdf']));

/** Names a form, of which `about` describes the file by its name too. */
export function namedForm<B extends Form>(
  name: string,
  body: B,
  about: {
    readonly description: string;
    readonly fields: Readonly<Record<(keyof B['fields']['shape'] & string) | B['file'], string>>;
  },
): void {
  const whole: z.ZodMiniObject = z.strictObject({ [body.file]: z.optional(file), ...body.fields.shape });
  forms.set(body, named(name, whole, about));
}

/** The fields of a form with a file that say which it is. */
export const fileFields = {
  payload: `The PDF, of ${grouped(maxUploadBytes)} bytes at most; larger ones are put at the URL of an upload.`,
  upload_id: 'An upload, in place of `payload`: what was put at its URL becomes the file.',
};
