/** Makes rooms at random: as people think of them, without how they are stored. The same seed makes the same room. */

import type { AccessLevelInRoom, Numbering } from '../../../shared/contract/resources/room.ts';
import { randomOf } from './random.ts';

/** Somebody who may come to the room. */
export interface Visitor {
  readonly name: string;
  readonly domain: string;
  /** Their role in the room's organization; null: none. `left`: they were a member. */
  readonly role: 'owner' | 'admin' | 'member' | 'left' | null;
  readonly isPerson: boolean;
  /** Whether they proved their address in the last 90 days. */
  readonly isProven: boolean;
  /** Whether they come with a key that is bound to another organization. */
  readonly isBoundElsewhere: boolean;
  /** Whether they act in another organization, with a key that is not bound. They manage nothing in this one then. */
  readonly actsElsewhere: boolean;
}

const visitor = (name: string, given: Partial<Visitor> = {}): Visitor => ({
  name,
  domain: 'bidder.example',
  role: null,
  isPerson: true,
  isProven: true,
  isBoundElsewhere: false,
  actsElsewhere: false,
  ...given,
});

/** `creator` makes each room. */
export const visitors = [
  visitor('creator', { role: 'member', domain: 'seller.example' }),
  visitor('owner', { role: 'owner', domain: 'seller.example' }),
  visitor('admin', { role: 'admin', domain: 'seller.example' }),
  visitor('anna', { role: 'member', domain: 'seller.example' }),
  visitor('bert', { role: 'member', domain: 'seller.example', isProven: false }),
  visitor('ida', { role: 'admin', domain: 'seller.example', actsElsewhere: true }),
  visitor('former', { role: 'left', domain: 'seller.example' }),
  visitor('robot', { role: 'member', domain: '', isPerson: false, isProven: false }),
  visitor('olga'),
  visitor('otto', { isProven: false }),
  visitor('pia', { isBoundElsewhere: true }),
  visitor('xaver', { domain: 'bank.example' }),
] as const;

const people = visitors.filter(({ isPerson }) => isPerson);
const inOrganization = people.filter(({ role }) => role !== null && role !== 'left');

export interface Group {
  readonly name: string;
  readonly isDeleted: boolean;
  readonly members: readonly Visitor[];
  readonly addresses: readonly Visitor[];
  readonly domains: readonly string[];
}

interface Placed {
  /** Unique in the room. */
  readonly name: string;
  readonly state: 'draft' | 'open';
  readonly opens: 'before' | 'later' | null;
  /** A request that is not finished adds it. */
  readonly isStaged: boolean;
}
export interface Folder extends Placed {
  readonly kind: 'folder';
  readonly items: readonly Item[];
}
export interface Paper extends Placed {
  readonly kind: 'document';
  readonly content: 'ready' | 'unready' | 'deleted';
  /** The creator of a private document. */
  readonly privateOf: Visitor | null;
}
export type Item = Folder | Paper;

export type Subject = { readonly group: Group } | { readonly address: Visitor } | 'members';

export interface Entry {
  /** null: the whole room. */
  readonly item: Item | null;
  readonly subject: Subject;
  readonly level: AccessLevelInRoom;
  readonly hasEnded: boolean;
  /** It was made for an earlier item of the same id. */
  readonly isOfEarlierItem: boolean;
  /** It was made before people left the organization who have left it. */
  readonly isBeforeLeaving: boolean;
}

export interface GatePolicy {
  /** The groups and addresses that it allows; null: everybody. */
  readonly allowed: { readonly groups: readonly Group[]; readonly addresses: readonly Visitor[] } | null;
  /** The people who accepted its text; null: it has none. */
  readonly acceptedBy: readonly Visitor[] | null;
  readonly ends: 'before' | 'later' | null;
  readonly limit: 'view_only' | 'watermark' | null;
}

export interface RandomRoom {
  readonly seed: number;
  readonly numbering: Numbering;
  readonly state: 'open' | 'closed';
  readonly opens: 'before' | 'later' | null;
  readonly closes: 'before' | 'later' | null;
  readonly groups: readonly Group[];
  readonly items: readonly Item[];
  /** What is left of a folder that was removed. */
  readonly remains: readonly Item[];
  readonly entries: readonly Entry[];
  readonly gate: readonly GatePolicy[];
}

/** Draws rooms, and what is in them. */
export class Draw {
  readonly random: () => number;
  named = 0;
  items: Item[] = [];

  constructor(seed: number) {
    this.random = randomOf(seed);
  }

  chance = (of: number): boolean => this.random() < of;
  upTo = (most: number): number => Math.floor(this.random() * (most + 1));
  one = <T>(all: readonly T[]): T => all[Math.floor(this.random() * all.length)] as T;
  some = <T>(all: readonly T[], of: number): T[] => all.filter(() => this.chance(of));
  time = (of: number): 'before' | 'later' | null => (this.chance(of) ? this.one(['before', 'later']) : null);

  group(): Group {
    return {
      name: this.name('Group'),
      isDeleted: this.chance(0.1),
      members: this.some(inOrganization, 0.2),
      addresses: this.some(people, 0.2),
      domains: this.some(['seller.example', 'bidder.example', 'bank.example'], 0.15),
    };
  }

  below(levels: number): Item[] {
    return Array.from({ length: this.upTo(levels === 3 ? 6 : 4) }, () => {
      const item = levels > 0 && this.chance(0.45) ? this.folder(levels) : this.paper();
      this.items.push(item);
      return item;
    });
  }

  folder = (levels: number): Folder => ({
    ...this.placed('Folder'),
    kind: 'folder',
    items: this.below(levels - 1),
  });

  paper = (): Paper => ({
    ...this.placed('Paper'),
    kind: 'document',
    content: this.chance(0.2) ? this.one(['unready', 'deleted']) : 'ready',
    privateOf: this.chance(0.25) ? this.one(visitors.filter(({ role }) => role !== null)) : null,
  });

  placed = (kind: string): Placed => ({
    name: this.name(kind),
    state: this.chance(0.1) ? 'draft' : 'open',
    opens: this.time(0.2),
    isStaged: this.chance(0.04),
  });

  name = (kind: string): string => `${kind} ${++this.named}`;

  subject(groups: readonly Group[]): Subject {
    if (this.chance(0.15)) return 'members';
    return this.chance(0.35) ? { address: this.one(people) } : { group: this.one(groups) };
  }

  entry = (groups: readonly Group[]): Entry => {
    const item = this.chance(0.35) || this.items.length === 0 ? null : this.one(this.items);
    return {
      item,
      subject: this.subject(groups),
      level: this.one(['none', 'view', 'view', 'download']),
      hasEnded: this.chance(0.1),
      isOfEarlierItem: item !== null && this.chance(0.1),
      isBeforeLeaving: this.chance(0.3),
    };
  };

  policy = (groups: readonly Group[]): GatePolicy => ({
    allowed: this.chance(0.4)
      ? { groups: this.some(groups, 0.6), addresses: [this.one(people), ...this.some(people, 0.4)] }
      : null,
    acceptedBy: this.chance(0.4) ? this.some(visitors, 0.8) : null,
    ends: this.time(0.2),
    limit: this.chance(0.15) ? this.one(['view_only', 'watermark']) : null,
  });
}

export function randomRoom(seed: number): RandomRoom {
  const draw = new Draw(seed);
  const groups = Array.from({ length: 3 }, () => draw.group());
  const items = draw.below(3);
  const remains = draw.chance(0.3) ? draw.below(2) : [];
  const entries = Array.from({ length: draw.upTo(10) }, () => draw.entry(groups));
  return {
    seed,
    numbering: draw.one(['personal', 'shared']),
    state: draw.chance(0.06) ? 'closed' : 'open',
    opens: draw.time(0.12),
    closes: draw.time(0.12),
    groups,
    items,
    remains,
    entries: entries.filter(
      (entry, index) => !entries.slice(0, index).some((before) => isSamePlace(before, entry)),
    ),
    gate: draw.chance(0.4) ? Array.from({ length: 1 + draw.upTo(1) }, () => draw.policy(groups)) : [],
  };
}

/** A room has one entry for each subject and item. */
const isSamePlace = (a: Entry, b: Entry): boolean =>
  a.item === b.item && nameOfSubject(a.subject) === nameOfSubject(b.subject);

export const nameOfSubject = (subject: Subject): string => {
  if (subject === 'members') return 'members';
  return 'group' in subject ? `group ${subject.group.name}` : `address ${subject.address.name}`;
};

/** Returns whether somebody manages each room. */
export const isManager = ({ name, role, actsElsewhere }: Visitor): boolean =>
  !actsElsewhere && (role === 'owner' || role === 'admin' || name === 'creator');

/** Returns whether somebody acts in the organization of the rooms. */
export const actsHere = ({ role, actsElsewhere }: Visitor): boolean =>
  role !== null && role !== 'left' && !actsElsewhere;
