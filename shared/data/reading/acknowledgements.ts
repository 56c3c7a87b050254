import * as z from 'zod/mini';
import { daySeconds } from '../../contract/days.ts';
import {
  type ActorId,
  actorId,
  documentId,
  type PolicyId,
  policyId,
  type RoomId,
  roomId,
  type ShareId,
  shareId,
} from '../../contract/identifiers.ts';
import { dateTime } from '../../contract/text.ts';
import { sha256Of } from '../../text/sha256.ts';
import {
  type AcceptedFor,
  acknowledgedTextKey,
  acknowledgedTextPrefix,
  acknowledgementKey,
  acknowledgementPrefix,
} from '../keys/reading.ts';
import { type Change, creation, creationAfterExpiry } from '../table/commit.ts';
import { queryAs, queryItems, readAll, under } from '../table/read.ts';

export type { AcceptedFor } from '../keys/reading.ts';

/** Somebody who accepts texts: a person or service account, or a browser that was given a cookie. */
export type AcceptingReader = { readonly user_id: ActorId } | { readonly cookie_hash: string };

/**
 * A reader's acceptance of a text for a document or a room. It names people by id only, so erasing a person changes nothing in it. The
 * accepted text stays readable when the policy gets another text.
 */
export const acknowledgementItem = z.object({
  /** Absent: it is for a room. */
  document_id: z.optional(documentId),
  /** The room at whose gate the text was accepted. The acceptance counts in this room only. Absent: it is for a document. */
  room_id: z.optional(roomId),
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

/**
 * A text that a reader must accept. `share`, `room`: the share or the room for which an acceptance counts. Default: it counts for the
 * document
 */
interface RequiredText {
  readonly text: string;
  readonly share?: ShareId;
  readonly room?: RoomId;
}

/**
 * Returns the texts among `required` that a reader has accepted for a document or a room, each with the time (RFC 3339). An acceptance that
 * has expired at `nowSeconds` does not count.
 *
 * @param inRoom the room by which the reader reads the document. What they accepted there counts for the document, too. Default: by none
 */
export async function acceptedTexts(
  acceptedFor: AcceptedFor,
  reader: AcceptingReader,
  required: readonly RequiredText[],
  nowSeconds: number,
  inRoom?: RoomId,
): Promise<{ text: string; accepted_at: string }[]> {
  const found = await readAll(
    required.flatMap(({ text, share, room }) => [
      room === undefined ? acknowledgementKey(acceptedFor, sha256Of(text), readerKey(reader, share)) : null,
      inRoom === undefined ? null : acknowledgementKey(inRoom, sha256Of(text), readerKey(reader)),
    ]),
  );
  return required.flatMap(({ text }, index) => {
    const [first] = found
      .slice(2 * index, 2 * index + 2)
      .flatMap((item) => (item ? [z.parse(acknowledgementItem, item)] : []))
      .filter(({ expires_at_seconds = Number.POSITIVE_INFINITY }) => expires_at_seconds > nowSeconds)
      .map(({ accepted_at }) => accepted_at)
      .sort();
    return first === undefined ? [] : [{ text, accepted_at: first }];
  });
}

/** Lists all acceptances of texts for a document or a room, in no order: for an export. */
export async function listAcknowledgements(acceptedFor: AcceptedFor) {
  const partition = acknowledgedTextKey(acceptedFor, '');
  const [acknowledgements, texts] = await Promise.all([
    queryAs(acknowledgementItem, under(partition, acknowledgementPrefix)),
    queryItems(under(partition, acknowledgedTextPrefix)),
  ]);
  const byHash = new Map(texts.map(({ sk, text }) => [sk, text]));
  return acknowledgements.map(
    ({ document_id, room_id, policy_id, share_id = null, user_id, accepted_at, text_hash }) => {
      const text = byHash.get(acknowledgedTextKey(acceptedFor, text_hash).sk);
      return {
        ...(document_id && { document_id }),
        ...(room_id && { room_id }),
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

/** A text that a reader accepts. `policy_id` null: no policy asks for it */
type AcceptedText = RequiredText & { readonly policy_id: PolicyId | null };

/**
 * Returns the changes by which a reader accepts texts for a document or a room, at `now` (epoch milliseconds). Each text is stored with its
 * first acceptance, because the policy may have another text later. They conflict when the reader has accepted one of the texts meanwhile, or
 * when somebody accepted it for the first time.
 */
export async function acceptance(
  acceptedFor: AcceptedFor,
  reader: AcceptingReader,
  accepted: readonly AcceptedText[],
  now: number,
): Promise<Change[]> {
  const kept = await readAll(accepted.map(({ text }) => acknowledgedTextKey(acceptedFor, sha256Of(text))));
  return accepted.flatMap((one, index) => [
    ...(kept[index] ? [] : [keepText(acceptedFor, one.text)]),
    acknowledge(acceptedFor, reader, one, now),
  ]);
}

/** Stores a text that is accepted for a document or a room; conflicts when it is stored already. */
export const keepText = (acceptedFor: AcceptedFor, text: string): Change =>
  creation(acknowledgedTextKey(acceptedFor, sha256Of(text)), { ...named(acceptedFor), text });

/** Returns the field that names a document or a room. */
const named = (acceptedFor: AcceptedFor): Pick<AcknowledgementItem, 'document_id' | 'room_id'> => {
  const { data: room_id } = roomId.safeParse(acceptedFor);
  return room_id ? { room_id } : { document_id: z.parse(documentId, acceptedFor) };
};

/** Records that a reader accepts a text at `now` (epoch milliseconds); conflicts when the reader has accepted it already. */
export function acknowledge(
  acceptedFor: AcceptedFor,
  reader: AcceptingReader,
  { policy_id, text, share }: AcceptedText,
  now: number,
): Change<AcknowledgementItem> {
  const text_hash = sha256Of(text);
  const isBrowser = 'cookie_hash' in reader;
  const nowSeconds = Math.floor(now / 1000);
  const item = {
    ...named(acceptedFor),
    policy_id: policy_id ?? noPolicyId,
    ...(share && { share_id: share }),
    text_hash,
    user_id: isBrowser ? null : reader.user_id,
    accepted_at: new Date(now).toISOString(),
    ...(isBrowser && { expires_at_seconds: nowSeconds + readerCookieSeconds }),
  };
  return creationAfterExpiry(
    acknowledgementKey(acceptedFor, text_hash, readerKey(reader, share)),
    item,
    nowSeconds,
  );
}
