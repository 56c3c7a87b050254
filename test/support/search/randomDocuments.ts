/** Makes documents at random, with policies and shares: as people think of them, without how they are stored. */

import type { AccessLevel } from '../../../shared/contract/enumerations.ts';
import { Draw, type Group, type Visitor, visitors } from '../rooms/randomRoom.ts';

/** A policy of the organization. */
export interface DrawnPolicy {
  readonly name: string;
  /** The people whom it allows; null: everybody. */
  readonly allowed: {
    readonly groups: readonly Group[];
    readonly addresses: readonly Visitor[];
    readonly domains: readonly string[];
  } | null;
  /** Whether readers accept a text first. */
  readonly hasText: boolean;
  readonly ends: 'before' | 'later' | null;
  /** Whether its days end the reading, and not a date. */
  readonly endsByDays: boolean;
  readonly limit: 'view_only' | 'watermark' | null;
  /** Whether it also has a rule that no release knows. */
  readonly isUnknown: boolean;
  /** Whether it also asks to sign in, and keeps the document. */
  readonly hasOthers: boolean;
}

export interface DrawnShare {
  readonly to: Visitor;
  readonly hasEnded: boolean;
  /** It was made before people left the organization who have left it. */
  readonly isBeforeLeaving: boolean;
  /** null: it has no text. */
  readonly hasAccepted: boolean | null;
  readonly limit: 'view_only' | 'watermark' | null;
}

/** The rules of a document for its readers. */
export interface Governed {
  readonly policies: readonly DrawnPolicy[];
  /** Whether it has more policies with rules than a document can have. */
  readonly hasTooMany: boolean;
  /** The people who accepted the texts of its policies. */
  readonly accepted: readonly Visitor[];
}

/** What the index has of a document. */
export type Indexed =
  | 'as it is'
  /** It was not private. */
  | 'as it was open'
  | 'as it had no policies'
  | 'as somebody else made it'
  | 'as its text was before';

export interface DrawnDocument extends Governed {
  readonly name: string;
  readonly creator: Visitor;
  /** Whether it belongs to its creator, and to no organization. */
  readonly isPersonal: boolean;
  readonly access: AccessLevel;
  readonly shares: readonly DrawnShare[];
  readonly content: 'ready' | 'unready' | 'deleted';
  readonly indexed: Indexed;
}

export interface RandomDocuments {
  readonly seed: number;
  readonly groups: readonly Group[];
  readonly policies: readonly DrawnPolicy[];
  readonly documents: readonly DrawnDocument[];
}

const people = visitors.filter(({ isPerson }) => isPerson);
/** They act, or acted, in the organization. */
const creators = visitors.filter(({ role, actsElsewhere }) => role !== null && !actsElsewhere);

class DrawDocuments extends Draw {
  drawnPolicy = (groups: readonly Group[]): DrawnPolicy => ({
    name: this.name('Policy'),
    allowed: this.chance(0.3)
      ? {
          groups: this.some(groups, 0.4),
          addresses: [this.one(people), ...this.some(people, 0.3)],
          domains: this.some(['seller.example', 'bank.example'], 0.2),
        }
      : null,
    hasText: this.chance(0.3),
    ends: this.time(0.25),
    endsByDays: this.chance(0.5),
    limit: this.chance(0.3) ? this.one(['view_only', 'watermark']) : null,
    isUnknown: this.chance(0.05),
    hasOthers: this.chance(0.3),
  });

  governed = (policies: readonly DrawnPolicy[]): Governed => ({
    policies: this.chance(0.5) ? this.some(policies, 1.5 / policies.length) : [],
    hasTooMany: this.chance(0.03),
    accepted: this.some(visitors, 0.5),
  });

  share = (to: Visitor): DrawnShare => ({
    to,
    hasEnded: this.chance(0.15),
    isBeforeLeaving: this.chance(0.5),
    hasAccepted: this.chance(0.25) ? this.chance(0.5) : null,
    limit: this.chance(0.2) ? this.one(['view_only', 'watermark']) : null,
  });

  document = (policies: readonly DrawnPolicy[]): DrawnDocument => {
    const isPersonal = this.chance(0.1);
    return {
      ...(isPersonal ? { policies: [], hasTooMany: false, accepted: [] } : this.governed(policies)),
      name: this.name('Paper'),
      creator: this.one(isPersonal ? people : creators),
      isPersonal,
      access: isPersonal
        ? 'private'
        : this.one(['private', 'private', 'organization', 'organization', 'public']),
      shares: this.some(people, 0.25).map(this.share),
      content: this.chance(0.1) ? this.one(['unready', 'deleted']) : 'ready',
      indexed: this.chance(0.2)
        ? this.one([
            'as it was open',
            'as it had no policies',
            'as somebody else made it',
            'as its text was before',
          ])
        : 'as it is',
    };
  };
}

const policiesDrawn = 12;

/** Makes an organization's documents. The same seed makes the same ones. */
export function randomDocuments(seed: number, count: number): RandomDocuments {
  const draw = new DrawDocuments(seed);
  const groups = Array.from({ length: 3 }, () => draw.group());
  const policies = Array.from({ length: policiesDrawn }, () => draw.drawnPolicy(groups));
  return {
    seed,
    groups,
    policies,
    documents: Array.from({ length: count }, () => draw.document(policies)),
  };
}

/** Draws the rules of documents that stand in rooms, and what the index has of them. */
export function randomGoverned(seed: number, policies: readonly DrawnPolicy[]) {
  const draw = new DrawDocuments(seed);
  return (): Governed & Pick<DrawnDocument, 'indexed'> => ({
    ...draw.governed(policies),
    indexed: draw.chance(0.2) ? draw.one(['as it had no policies', 'as its text was before']) : 'as it is',
  });
}
