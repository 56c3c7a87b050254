import busboy from 'busboy';
import { type ApiError, type Issue, invalidRequest } from '../access/errors.ts';
import { maxFieldBytes, maxUploadBytes } from '../contract/limits.ts';
import type { MultipartBody } from '../contract/operation.ts';

export interface Form {
  readonly fields: Readonly<Record<string, string>>;
  /** Undefined if the form names an upload and has no file. */
  readonly file: Uint8Array | undefined;
}

const issue = (code: Issue['code'], param: string | null, message: string): ApiError =>
  invalidRequest({ code, location: param === null ? 'body' : `body.${param}`, param, message });

const malformed = () => issue('invalid_multipart', null, 'The body is not well-formed multipart/form-data.');

function openForm(contentType: string | undefined): busboy.Busboy {
  if (!contentType || !/^multipart\/form-data\s*(;|$)/i.test(contentType))
    throw issue('unsupported_media_type', 'Content-Type', 'Content-Type must be multipart/form-data.');
  try {
    return busboy({
      headers: { 'content-type': contentType },
      // curl and browsers send the names of files in UTF-8, and busboy expects Latin-1 by default.
      defParamCharset: 'utf8',
      // busboy reports a limit as soon as a file or field has exactly that size, so the limits are one byte larger.
      limits: { fileSize: maxUploadBytes + 1, fieldSize: maxFieldBytes + 1, fields: 20, files: 4, parts: 24 },
    });
  } catch {
    throw issue('invalid_multipart', 'Content-Type', 'Content-Type must name the boundary of the form.');
  }
}

/** Reads a form with text fields and either one file or a field that names an upload. Throws an ApiError for the first problem. */
export async function readForm(
  contentType: string | undefined,
  bytes: Uint8Array,
  contract: MultipartBody,
): Promise<Form> {
  const form = openForm(contentType);
  const fields = new Map<string, string>();
  let file: Uint8Array | undefined;
  let files = 0;
  let problem: ApiError | undefined;
  const refuse = (code: Issue['code'], param: string | null, message: string) => {
    problem ??= issue(code, param, message);
  };

  form.on('field', (name, value, { nameTruncated, valueTruncated }) => {
    if (nameTruncated || valueTruncated) refuse('invalid_value', name, `${name} is too long.`);
    else if (name === contract.file)
      refuse('invalid_file', name, `${name} must be sent as a file: a form part with a file name.`);
    else if (fields.has(name)) refuse('invalid_value', name, `${name} must be sent only once.`);
    else fields.set(name, value);
  });

  form.on('file', (name, stream, { filename }) => {
    const chunks: Uint8Array[] = [];
    if (name !== contract.file)
      refuse(
        'unknown_field',
        name,
        `${name} is not a file field of this request. Send the PDF as ${contract.file}.`,
      );
    else if (files++ > 0) refuse('invalid_value', name, `${name} must be sent only once.`);
    stream.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    stream.on('limit', () =>
      refuse(
        'file_too_large',
        name,
        `${name} must be at most ${maxUploadBytes} bytes in a form. Send a larger file through an upload: POST /v1/uploads.`,
      ),
    );
    // If a form is truncated, the stream of its last file also fails. The error of the form is enough.
    stream.on('error', () => {});
    stream.on('end', () => {
      // Browsers send a file input without a chosen file as an empty file without a name.
      const isChosen = chunks.length > 0 || Boolean(filename);
      if (isChosen) file = Buffer.concat(chunks);
    });
  });

  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
    form.on(limit, () => refuse('invalid_multipart', null, 'The form has too many parts.'));

  await new Promise<void>((resolve, reject) => {
    form.on('close', resolve);
    form.on('error', () => reject(problem ?? malformed()));
    form.end(bytes);
  });

  if (problem) throw problem;
  // An empty field counts as absent, because browsers send an empty field when nothing was chosen.
  const namesUpload = Boolean(fields.get(contract.upload));
  if (file && namesUpload)
    throw issue(
      'invalid_value',
      contract.upload,
      `${contract.upload} cannot be given together with ${contract.file}.`,
    );
  if (!file && !namesUpload)
    throw issue(
      'missing_required_field',
      contract.file,
      `${contract.file} is required: the PDF file, or ${contract.upload} in its place.`,
    );
  return { fields: Object.fromEntries(fields), file };
}
