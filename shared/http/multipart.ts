import { randomUUID } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { Busboy } from 'busboy';
import { type ApiError, wrongField } from '../access/errors.ts';
import { maxFieldBytes, maxUploadBytes } from '../contract/limits.ts';
import type { MultipartBody } from '../contract/operation.ts';
import { refuseEncodedFile, textOfField } from './fieldText.ts';
import { type FormPart, partsOf } from './formParts.ts';
import { parameterizedHeader } from './headerParameters.ts';
import { refuseFields, shortened } from './validation.ts';

export interface Form {
  readonly fields: Readonly<Record<string, string>>;
  /** Undefined if the form names an upload and has no file. */
  readonly file: Uint8Array | undefined;
  /** The name of the file as it was sent. Undefined if the form has no file, or sends it without a name. */
  readonly fileName: string | undefined;
}

/**
 * Reads a form with text fields and either one file or a field that names an upload. The result has every part of the form. If a part cannot
 * be read, throws an ApiError for the first problem.
 */
export async function readForm(
  contentType: string | undefined,
  bytes: Uint8Array,
  contract: MultipartBody,
): Promise<Form> {
  const parts = partsOf(contentType, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const hasFile = parts.some(({ name }) => name === contract.file || name === contract.upload);
  const isKnown = ({ name }: FormPart) =>
    name === contract.file || Object.hasOwn(contract.fields.shape, name);
  const names = new Set<string>();
  for (const part of parts) {
    const { name } = part;
    if (name === contract.file) checkFile(part);
    else if (!isKnown(part) || isSentAsFile(part)) {
      if (hasFile && !isSentAsFile(part)) continue;
      throw unknownPart(part, contract);
    }
    if (names.has(name)) throw wrongField(name, 'must be sent only once');
    names.add(name);
  }
  const { fields, file, fileName } = await parsed(parts.filter(isKnown), contract.file);
  // The error also says which fields are missing: an unknown one may be a missing one, misspelt.
  const unknown = parts
    .filter((part) => !isKnown(part))
    .flatMap((part) => unknownPart(part, contract).issues);
  if (unknown.length > 0) refuseFields(contract.fields, Object.fromEntries(fields), unknown);

  // An empty field counts as absent, because browsers send an empty field when nothing was chosen.
  const namesUpload = Boolean(fields.get(contract.upload));
  if (file && namesUpload)
    throw wrongField(contract.upload, `cannot be given together with ${contract.file}`);
  if (!file && !namesUpload) throw missing(contract);
  return { fields: Object.fromEntries(fields), file, fileName };
}

/**
 * Reads the parts by busboy. It skips parts with unusual headers, so it gets the form written anew: with plain headers, all texts in UTF-8,
 * and a boundary that no part contains.
 */
async function parsed(parts: readonly FormPart[], fileField: string) {
  const boundary = randomUUID();
  const form = new Busboy({
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    limits: { fileSize: maxUploadBytes, fieldSize: maxFieldBytes },
  });
  const fields = new Map<string, string>();
  const chunks: Uint8Array[] = [];
  let problem: ApiError | undefined;
  form.on('field', (name, value, _, isTruncated) => {
    if (isTruncated) problem ??= wrongField(name, 'is too long');
    fields.set(name, value);
  });
  form.on('file', (name, stream) => {
    stream.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    stream.on('limit', () => {
      problem ??= tooLarge(name);
    });
  });
  await pipeline(plainForm(parts, fileField, boundary), form);
  if (problem) throw problem;

  const sent = parts.find(({ name }) => name === fileField);
  // Browsers send a file input without a chosen file as an empty file without a name.
  const isChosen = chunks.length > 0 || Boolean(sent?.fileName);
  return { fields, file: isChosen ? Buffer.concat(chunks) : undefined, fileName: sent?.fileName };
}

function* plainForm(parts: readonly FormPart[], fileField: string, boundary: string) {
  for (const part of parts) {
    const isFile = part.name === fileField;
    yield `--${boundary}\r\nContent-Disposition: form-data; name="${part.name}"`;
    yield `${isFile ? '; filename="payload"' : ''}\r\n\r\n`;
    yield isFile ? part.content : textOfField(part);
    yield '\r\n';
  }
  yield `--${boundary}--`;
}

function checkFile(part: FormPart): void {
  const type = typeIn(part.contentType);
  if (part.fileName === undefined && (type === undefined || type.startsWith('text/')))
    throw wrongField(
      part.name,
      'must be sent as a file: a form part with a file name',
      undefined,
      'invalid_file',
    );
  refuseEncodedFile(part);
}

const tooLarge = (name: string): ApiError =>
  wrongField(
    name,
    `must be at most ${maxUploadBytes} bytes in a form. Send a larger file through an upload: POST /v1/uploads`,
    undefined,
    'file_too_large',
  );

/** Returns whether a part has a file name, or the type that clients give bytes of which they know nothing. */
const isSentAsFile = ({ fileName, contentType }: FormPart): boolean =>
  fileName !== undefined || typeIn(contentType) === 'application/octet-stream';

const typeIn = (contentType: string | undefined): string | undefined =>
  contentType === undefined ? undefined : (parameterizedHeader(contentType)?.value ?? '');

function unknownPart(part: FormPart, { file }: MultipartBody): ApiError {
  const what = isSentAsFile(part)
    ? `is not a file field of this request. Send the PDF as ${file}`
    : 'is not a field of this request';
  return wrongField(shortened(part.name), what, undefined, 'unknown_field');
}

const missing = ({ file, upload }: MultipartBody): ApiError =>
  wrongField(
    file,
    `is required: the PDF file, or ${upload} in its place`,
    undefined,
    'missing_required_field',
  );
