/** Anybody on this machine may claim things. */
const maxKnownClaims = 1000;
/** What comes before the signature in an Authorization header. */
const claimText =
  /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/((\d{8})\/[^/,]+\/([^/,]+)\/aws4_request), ?SignedHeaders=([^,]+), ?Signature=$/;
/** A signature is a SHA-256 in hexadecimal digits. */
export const signatureDigits = 64;
/** What a signature has to cover, so that a request cannot be sent elsewhere or become another one. */
const requiredHeaders = ['host', 'x-amz-date', 'x-amz-target'];

/** What an Authorization header says besides the signature. */
export interface Claim {
  readonly accessKeyId: string;
  readonly scope: string;
  readonly day: string;
  readonly service: string;
  readonly signedHeaders: string;
  /** Whether the signed headers are enough of the request. */
  readonly coversRequest: boolean;
}

/** Reads claims. Whoever signs says the same all day, so it is read once. */
export class Claims {
  readonly #known = new Map<string, Claim>();

  /** @param text the header without its signature. Undefined: it is malformed */
  of(text: string): Claim | undefined {
    const known = this.#known.get(text);
    if (known) return known;
    const parsed = claimText.exec(text);
    if (!parsed) return undefined;
    const [, accessKeyId = '', scope = '', day = '', service = '', signedHeaders = ''] = parsed;
    const names = signedHeaders.split(';');
    const coversRequest = requiredHeaders.every((name) => names.includes(name));
    const claim = { accessKeyId, scope, day, service, signedHeaders, coversRequest };
    if (this.#known.size >= maxKnownClaims) this.#known.clear();
    this.#known.set(text, claim);
    return claim;
  }
}
