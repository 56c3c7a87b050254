import { daySeconds } from '../contract/days.ts';
import type { Ulid } from '../contract/identifiers.ts';
import { sha256Of } from '../text/sha256.ts';

/**
 * Blocks and heads of a chain are texts, so that people can read exactly what is hashed and signed. `README.md` shows how to verify them
 * with common tools.
 */

/** An entry in a block. */
export interface SealedEntry {
  readonly ulid: Ulid;
  /** The time from which retention may remove the entry, in epoch seconds. Until then it must exist. */
  readonly expires_at_seconds: number;
  /** The entry's SHA-256, in hexadecimal. */
  readonly hash: string;
}

export interface Block {
  /** The partition of the list that the chain seals. */
  readonly chain: string;
  /** 1 for the first block of the chain. */
  readonly number: number;
  /** The hash of the block before; 64 zeros in the first. */
  readonly previous: string;
  readonly sealed_at: string;
  /** The sealer looked for all entries made before this time. Later blocks contain the entries that the index showed late. */
  readonly sealed_before: string;
  /** The time until which the earlier blocks are kept, in epoch seconds; 0 in the first block. After that they may be missing. */
  readonly earlier_kept_until: number;
  readonly entries: readonly SealedEntry[];
}

/** The time for which a block is kept after its entries expired: DynamoDB removes entries some days later. */
const keptLongerSeconds = 30 * daySeconds;

/** Returns the time until which a block is kept, in epoch seconds: longer than its entries, and at least as long as earlier blocks. */
export const keptUntil = ({
  earlier_kept_until,
  entries,
}: Pick<Block, 'earlier_kept_until' | 'entries'>): number =>
  entries.reduce(
    (until, { expires_at_seconds }) => Math.max(until, expires_at_seconds + keptLongerSeconds),
    earlier_kept_until,
  );

export const noBlock = '0'.repeat(64);

/** Returns the text of a block. The hash of the block is the hash of this text. */
export const textOfBlock = (block: Block): string =>
  [
    'audit block 1',
    `chain ${block.chain}`,
    `number ${block.number}`,
    `previous ${block.previous}`,
    `sealed_at ${block.sealed_at}`,
    `sealed_before ${block.sealed_before}`,
    `earlier_kept_until ${block.earlier_kept_until}`,
    ...block.entries.map(({ ulid, expires_at_seconds, hash }) => `${ulid} ${expires_at_seconds} ${hash}`),
    '',
  ].join('\n');

export const hashOfBlock = (text: string): string => sha256Of(text);

const blockShape =
  /^audit block 1\nchain (.+)\nnumber (\d+)\nprevious ([0-9a-f]{64})\nsealed_at (.+)\nsealed_before (.+)\nearlier_kept_until (\d+)\n((?:[0-9a-z]{26} \d+ [0-9a-f]{64}\n)*)$/;

/** Parses the text of a block. Returns undefined for any other text. */
export function parseBlock(text: string): Block | undefined {
  const [, chain = '', number, previous = '', sealed_at = '', sealed_before = '', keptBefore, lines = ''] =
    blockShape.exec(text) ?? [];
  if (chain === '') return undefined;
  const entries = lines
    .split('\n')
    .slice(0, -1)
    .map((line): SealedEntry => {
      const [ulid = '', expires = '', hash = ''] = line.split(' ');
      return { ulid: ulid as Ulid, expires_at_seconds: Number(expires), hash };
    });
  return {
    chain,
    number: Number(number),
    previous,
    sealed_at,
    sealed_before,
    earlier_kept_until: Number(keptBefore),
    entries,
  };
}

/** The last block of a chain, as it is signed. */
export interface Head {
  readonly chain: string;
  readonly number: number;
  /** The hash of that block. */
  readonly block: string;
  /** The time until which this block and the earlier blocks are kept, in epoch seconds. After that the head proves nothing. */
  readonly kept_until: number;
}

/** Returns the text of a head, whose bytes are signed. */
export const textOfHead = ({ chain, number, block, kept_until }: Head): string =>
  `audit head 1\nchain ${chain}\nnumber ${number}\nblock ${block}\nkept_until ${kept_until}\n`;

const headShape = /^audit head 1\nchain (.+)\nnumber (\d+)\nblock ([0-9a-f]{64})\nkept_until (\d+)\n$/;

/** Parses the text of a head. Returns undefined for any other text. */
export function parseHead(text: string): Head | undefined {
  const [, chain, number, block, until] = headShape.exec(text) ?? [];
  return chain === undefined || block === undefined
    ? undefined
    : { chain, number: Number(number), block, kept_until: Number(until) };
}
