import * as z from 'zod/mini';
import { daySeconds } from '../../contract/days.ts';
import {
  type ActorId,
  actorId,
  type DocumentId,
  documentId,
  type PolicyId,
  policyId,
} from '../../contract/identifiers.ts';
import { dateTime } from '../../contract/text.ts';
import { sha256Of } from '../../text/sha256.ts';
import { documentKey } from '../keys/documents.ts';
import {
  acknowledgedTextKey,
  acknowledgedTextPrefix,
  acknowledgementKey,
  acknowledgementPrefix,
} from '../keys/reading.ts';
import { type Change, creation, creationAfterExpiry } from '../table/commit.ts';
import { queryAs, queryItems, readAll, under } from '../table/read.ts';

/** Somebody who accepts texts: a person or service account, or a browser that was given a cookie. */
export type AcceptingReader = { readonly user_id: ActorId } | { readonly cookie_hash: string };

/**
 * A reader's acceptance of a text for a document. It names people by id only, so erasing a person changes nothing in it. The accepted
 * text stays readable when the policy gets another text.
 */
export const acknowledgementItem = z.object({
  document_id: documentId,
  /** The policy that required the text. The acceptance also counts for other policies with the same text. */
  policy_id: policyId,
  text_hash: z.string(),
  /** null for a browser. */
  user_id: z.nullable(actorId),
  accepted_at: dateTime,
  /** Set for browsers only: when the cookie expires. */
  expires_at_seconds: z.optional(z.int()),
});
type AcknowledgementItem = z.infer<typeof acknowledgementItem>;

/** The lifetime of a browser's cookie and of its acceptances. Browsers keep no cookie for longer (RFC 6265bis, section 5.5). */
export const readerCookieSeconds = 400 * daySeconds;

/** Returns the part of a key that names a reader. */
export const readerKey = (reader: AcceptingReader): string =>
  'user_id' in reader ? reader.user_id : `cookie_${reader.cookie_hash}`;

/**
 * Returns the texts among `texts` that a reader has accepted for a document. An acceptance that has expired at `nowSeconds` does not count.
 */
export async function acceptedTexts(
  documentId: DocumentId,
  reader: AcceptingReader,
  texts: readonly string[],
  nowSeconds: number,
): Promise<string[]> {
  const found = await readAll(
    texts.map((text) => acknowledgementKey(documentId, sha256Of(text), readerKey(reader))),
  );
  return texts.filter((_, index) => {
    const item = found[index] && z.parse(acknowledgementItem, found[index]);
    return item !== undefined && (item.expires_at_seconds ?? Number.POSITIVE_INFINITY) > nowSeconds;
  });
}

/** Lists all acceptances of texts for a document, in no order: for an export. */
export async function listAcknowledgements(documentId: DocumentId) {
  const partition = documentKey(documentId);
  const [acknowledgements, texts] = await Promise.all([
    queryAs(acknowledgementItem, under(partition, acknowledgementPrefix)),
    queryItems(under(partition, acknowledgedTextPrefix)),
  ]);
  const byHash = new Map(texts.map(({ sk, text }) => [sk, text]));
  return acknowledgements.map(({ document_id, policy_id, user_id, accepted_at, text_hash }) => {
    const text = byHash.get(acknowledgedTextKey(documentId, text_hash).sk);
    return { document_id, policy_id, user_id, accepted_at, text };
  });
}

/** Returns the name by which a form refers to the texts that it shows. Sending the form accepts exactly these texts. */
export const nameOfTexts = (texts: readonly { readonly text: string }[]): string =>
  sha256Of(JSON.stringify(texts.map(({ text }) => text)));

/** Returns the texts among `texts` that nobody has accepted for a document yet. */
export async function newTexts(documentId: DocumentId, texts: readonly string[]): Promise<string[]> {
  const found = await readAll(texts.map((text) => acknowledgedTextKey(documentId, sha256Of(text))));
  return texts.filter((_, index) => found[index] === undefined);
}

/** Stores a text that is accepted for a document; conflicts when it is stored already. */
export const keepText = (documentId: DocumentId, text: string): Change =>
  creation(acknowledgedTextKey(documentId, sha256Of(text)), { document_id: documentId, text });

/** Records that a reader accepts a text at `now` (epoch milliseconds); conflicts when the reader has accepted it already. */
export function acknowledge(
  documentId: DocumentId,
  reader: AcceptingReader,
  { policy, text }: { readonly policy: { readonly id: PolicyId }; readonly text: string },
  now: number,
): Change<AcknowledgementItem> {
  const text_hash = sha256Of(text);
  const isBrowser = 'cookie_hash' in reader;
  const nowSeconds = Math.floor(now / 1000);
  const item = {
    document_id: documentId,
    policy_id: policy.id,
    text_hash,
    user_id: isBrowser ? null : reader.user_id,
    accepted_at: new Date(now).toISOString(),
    ...(isBrowser && { expires_at_seconds: nowSeconds + readerCookieSeconds }),
  };
  return creationAfterExpiry(acknowledgementKey(documentId, text_hash, readerKey(reader)), item, nowSeconds);
}
