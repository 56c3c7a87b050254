import * as z from 'zod/mini';
import { daySeconds } from '../../contract/days.ts';
import {
  type ActorId,
  actorId,
  type DocumentId,
  documentId,
  type PolicyId,
  policyId,
  type ShareId,
  shareId,
} from '../../contract/identifiers.ts';
import { dateTime } from '../../contract/text.ts';
import { sha256Of } from '../../text/sha256.ts';
import { documentKey } from '../keys/documents.ts';
import {
  type AcceptedFor,
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
  /**
   * The policy that required the text. The acceptance also counts for other policies with the same text. For a share it is `noPolicyId`,
   * because release 1.0.1 reads only acceptances with a policy.
   */
  policy_id: policyId,
  /** The share that required the text. The acceptance counts for this share only. Absent: a policy required it. */
  share_id: z.optional(shareId),
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

/** The policy of an acceptance that a share required. */
const noPolicyId = `pol_${'0'.repeat(26)}` as const;

/** Returns the part of a key that names a reader, and the share for which an acceptance counts. */
export const readerKey = (reader: AcceptingReader, share?: ShareId): string => {
  const name = 'user_id' in reader ? reader.user_id : `cookie_${reader.cookie_hash}`;
  return share === undefined ? name : `${name}_${share}`;
};

/** A text that a reader must accept. `share`: the share for which an acceptance counts. Default: it counts for the document */
interface RequiredText {
  readonly text: string;
  readonly share?: ShareId;
}

/**
 * Returns the texts among `required` that a reader has accepted for a document or a room, each with the time (RFC 3339). An acceptance that
 * has expired at `nowSeconds` does not count.
 */
export async function acceptedTexts(
  acceptedFor: AcceptedFor,
  reader: AcceptingReader,
  required: readonly RequiredText[],
  nowSeconds: number,
): Promise<{ text: string; accepted_at: string }[]> {
  const found = await readAll(
    required.map(({ text, share }) =>
      acknowledgementKey(acceptedFor, sha256Of(text), readerKey(reader, share)),
    ),
  );
  return required.flatMap(({ text }, index) => {
    const item = found[index] && z.parse(acknowledgementItem, found[index]);
    return item && (item.expires_at_seconds ?? Number.POSITIVE_INFINITY) > nowSeconds
      ? { text, accepted_at: item.accepted_at }
      : [];
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
  return acknowledgements.map(
    ({ document_id, policy_id, share_id = null, user_id, accepted_at, text_hash }) => {
      const text = byHash.get(acknowledgedTextKey(documentId, text_hash).sk);
      return {
        document_id,
        policy_id: share_id === null ? policy_id : null,
        share_id,
        user_id,
        accepted_at,
        text,
      };
    },
  );
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
  { policy_id, text, share }: RequiredText & { readonly policy_id: PolicyId | null },
  now: number,
): Change<AcknowledgementItem> {
  const text_hash = sha256Of(text);
  const isBrowser = 'cookie_hash' in reader;
  const nowSeconds = Math.floor(now / 1000);
  const item = {
    document_id: documentId,
    policy_id: policy_id ?? noPolicyId,
    ...(share && { share_id: share }),
    text_hash,
    user_id: isBrowser ? null : reader.user_id,
    accepted_at: new Date(now).toISOString(),
    ...(isBrowser && { expires_at_seconds: nowSeconds + readerCookieSeconds }),
  };
  return creationAfterExpiry(
    acknowledgementKey(documentId, text_hash, readerKey(reader, share)),
    item,
    nowSeconds,
  );
}
