/** A fault in a chain or in a document's list. `what` is for scripts, `detail` is for people. */
export type Finding = {
  /** The partition of the list. */
  readonly chain: string;
  readonly what:
    | 'entry removed'
    | 'entry altered'
    | 'entry inserted'
    | 'entry unreadable'
    | 'entry without place'
    | 'person removed'
    | 'block removed'
    | 'block altered'
    | 'chain truncated'
    | 'head removed'
    | 'head altered';
  /** The entry's id, or the block's number. */
  readonly of: string;
  readonly detail: string;
};

export type Find = (what: Finding['what'], of: string | number, detail: string) => void;

/** Returns a function that adds findings about one list. */
export const finderOf =
  (chain: string, findings: Finding[]): Find =>
  (what, of, detail) =>
    findings.push({ chain, what, of: String(of), detail });

/** Entries must be sealed within this time. The alarm SealingLate fires earlier. */
export const sealedAfterMilliseconds = 20 * 60_000;
