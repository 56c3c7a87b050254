import { type ApiError, wrongField } from '../access/errors.ts';
import { maxFieldBytes, maxUploadBytes } from '../contract/limits.ts';
import type { MultipartBody } from '../contract/operation.ts';
import { refuseEncodedFile, textOfField } from './fieldText.ts';
import { type FormPart, partsOf } from './formParts.ts';
import { parameterizedHeader } from './headerParameters.ts';
import { shortened } from './validation.ts';

export interface Form {
  readonly fields: Readonly<Record<string, string>>;
  /** Undefined if the form names an upload and has no file. */
  readonly file: Uint8Array | undefined;
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
  const fields = new Map<string, string>();
  const names = new Set<string>();
  let file: Uint8Array | undefined;
  for (const part of partsOf(contentType, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))) {
    const { name } = part;
    const isFile = name === contract.file;
    if (!isFile && (isSentAsFile(part) || !Object.hasOwn(contract.fields.shape, name)))
      throw unknownPart(part, contract);
    if (names.has(name)) throw wrongField(name, 'must be sent only once');
    names.add(name);
    if (isFile) file = fileIn(part);
    else fields.set(name, textIn(part));
  }

  // An empty field counts as absent, because browsers send an empty field when nothing was chosen.
  const namesUpload = Boolean(fields.get(contract.upload));
  if (file && namesUpload)
    throw wrongField(contract.upload, `cannot be given together with ${contract.file}`);
  if (!file && !namesUpload) throw missing(contract);
  return { fields: Object.fromEntries(fields), file };
}

/** Returns the bytes of the file part; undefined if a browser sent it without a chosen file. */
function fileIn(part: FormPart): Uint8Array | undefined {
  const { name, fileName, contentType, content } = part;
  const type = typeIn(contentType);
  if (fileName === undefined && (type === undefined || type.startsWith('text/')))
    throw wrongField(name, 'must be sent as a file: a form part with a file name', undefined, 'invalid_file');
  refuseEncodedFile(part);
  if (content.byteLength > maxUploadBytes)
    throw wrongField(
      name,
      `must be at most ${maxUploadBytes} bytes in a form. Send a larger file through an upload: POST /v1/uploads`,
      undefined,
      'file_too_large',
    );
  return content.byteLength > 0 || fileName ? content : undefined;
}

function textIn(part: FormPart): string {
  // Quoted-printable writes a byte as three characters, and UTF-16 a character as two bytes.
  const mayFit = part.content.byteLength <= 4 * maxFieldBytes;
  const text = mayFit ? textOfField(part) : '';
  if (!mayFit || Buffer.byteLength(text) > maxFieldBytes) throw wrongField(part.name, 'is too long');
  return text;
}

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
