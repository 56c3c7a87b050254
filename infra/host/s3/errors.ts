/** An error as S3 answers it. */
export class S3Error extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const noSuchKey = () => new S3Error(404, 'NoSuchKey', 'The specified key does not exist.');
export const accessDenied = (message = 'Access Denied') => new S3Error(403, 'AccessDenied', message);
export const noSuchVersion = () => new S3Error(404, 'NoSuchVersion', 'The specified version does not exist.');
export const notImplemented = (what: string) =>
  new S3Error(501, 'NotImplemented', `The local S3 does not implement ${what}.`);

/** Returns the body of an error response (Amazon S3 API Reference, "REST error responses"). */
export const errorXml = ({ code, message }: S3Error, requestId: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${escapeXml(message)}</Message>` +
  `<RequestId>${requestId}</RequestId></Error>`;

/** Returns text as the content of an XML element. */
export const escapeXml = (text: string): string =>
  text.replace(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`);
