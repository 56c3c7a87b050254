/**
 * Says what a visitor finds of a document by a search, in the words of the documentation, without any code of the service. The service must
 * agree with it.
 */
import { actsHere, type GatePolicy, type RandomRoom, type Visitor } from '../rooms/randomRoom.ts';
import { isIn } from '../rooms/whatTheySee.ts';
import type { DrawnDocument, DrawnPolicy, DrawnShare, Governed } from './randomDocuments.ts';

export interface Finds {
  readonly title: boolean;
  /** Whether the text of pages and the description find it. */
  readonly text: boolean;
  /** Whether hits in pages show text. */
  readonly quotes: boolean;
}

export const nothing: Finds = { title: false, text: false, quotes: false };
const everything: Finds = { title: true, text: true, quotes: true };

/** What rules say to a reader. `asks`: they must accept a text first, and see the title meanwhile. */
type Says = 'opens' | 'asks' | 'refuses';

interface Ruled {
  readonly says: Says;
  /** Whether there is a text, an end, or a list of readers: without its id, the document is found by its title. */
  readonly hasConditions: boolean;
  readonly isLimited: boolean;
}

const isAllowed = ({ allowed }: DrawnPolicy, visitor: Visitor): boolean =>
  !allowed ||
  allowed.groups.some((group) => isIn(group, visitor, visitor.isProven)) ||
  (visitor.isPerson &&
    visitor.isProven &&
    (allowed.addresses.includes(visitor) || allowed.domains.includes(visitor.domain)));

function ruled({ policies, hasTooMany, accepted }: Governed, visitor: Visitor): Ruled {
  const refuses =
    hasTooMany ||
    policies.some(({ isUnknown, ends }) => isUnknown || ends === 'before') ||
    !policies.every((policy) => isAllowed(policy, visitor));
  const hasText = policies.some((policy) => policy.hasText);
  const asks = hasText && !accepted.includes(visitor);
  return {
    says: refuses ? 'refuses' : asks ? 'asks' : 'opens',
    hasConditions:
      hasTooMany ||
      hasText ||
      policies.some(({ isUnknown, ends, allowed }) => isUnknown || ends !== null || allowed !== null),
    isLimited: policies.some(({ limit }) => limit !== null),
  };
}

const together = (one: Ruled, other: Ruled): Ruled => {
  const says = [one.says, other.says];
  return {
    says: says.includes('refuses') ? 'refuses' : says.includes('asks') ? 'asks' : 'opens',
    hasConditions: one.hasConditions || other.hasConditions,
    isLimited: one.isLimited || other.isLimited,
  };
};

const withoutRules: Ruled = { says: 'opens', hasConditions: false, isLimited: false };

/** `isNamed`: the search names the document. */
function foundUnder({ says, hasConditions, isLimited }: Ruled, isNamed: boolean): Finds {
  if (says === 'refuses' || (isNamed && says === 'asks')) return nothing;
  const text = says === 'opens' && (isNamed || !hasConditions);
  return { title: true, text, quotes: text && !isLimited };
}

/** People with a key that is bound to an organization. */
const isBound = ({ role, actsElsewhere, isBoundElsewhere, isPerson }: Visitor): boolean =>
  isPerson && (isBoundElsewhere || (role !== null && role !== 'left' && !actsElsewhere));

/** The share that opens a document to a visitor, if one does. Public documents are open to them anyway, so these need no proof. */
const shareFor = (
  { shares, creator, access, isPersonal }: DrawnDocument,
  visitor: Visitor,
  isNamed: boolean,
): DrawnShare | undefined =>
  shares.find(
    ({ to, hasEnded, isBeforeLeaving }) =>
      to === visitor &&
      (visitor.isProven || (isNamed && access === 'public')) &&
      !hasEnded &&
      !(visitor.role === 'left' && isBeforeLeaving && !isPersonal) &&
      (isPersonal || access !== 'private' || creator.role !== 'left'),
  );

/** Returns whether a visitor manages a document by their membership. */
const managesDocument = ({ creator, isPersonal, access }: DrawnDocument, visitor: Visitor): boolean =>
  isPersonal
    ? creator === visitor
    : actsHere(visitor) &&
      (creator === visitor ||
        (access !== 'private' && (visitor.role === 'owner' || visitor.role === 'admin')));

/** A search without a room. `misled`: a search whose index has an earlier state, in which the document was in its scope. */
type Without = 'by id' | 'by words' | 'misled';

/** What a search without a room finds. */
export function foundWithoutRoom(document: DrawnDocument, visitor: Visitor, how: Without): Finds {
  const isNamed = how === 'by id';
  if (document.content !== 'ready') return nothing;
  if (managesDocument(document, visitor)) return everything;
  const byPolicies = ruled(document, visitor);
  if (!document.isPersonal && actsHere(visitor) && document.access !== 'private')
    return foundUnder(byPolicies, isNamed);
  const share = shareFor(document, visitor, isNamed);
  // A bound key has no list of what is shared. Within its organization it reads what is.
  const counts =
    how === 'by words'
      ? !isBound(visitor)
      : !visitor.isBoundElsewhere && !(isBound(visitor) && document.isPersonal);
  if (!share || !counts) return nothing;
  const binds = document.access !== 'public';
  const byShare: Ruled = {
    says: share.hasAccepted === false ? 'asks' : 'opens',
    hasConditions: share.hasAccepted !== null,
    isLimited: share.limit !== null,
  };
  return foundUnder(together(byPolicies, binds ? byShare : withoutRules), isNamed);
}

/** A document in a room, as somebody sees it there. */
export interface SeenPaper extends Governed {
  readonly creator: Visitor;
  readonly isPrivate: boolean;
  readonly access: 'view' | 'download' | 'manage';
}

/** What a search in a room finds of a document that the room shows to a visitor, who was let in. */
export function foundInRoom(
  { gate }: Pick<RandomRoom, 'gate'>,
  paper: SeenPaper,
  visitor: Visitor,
  isNamed: boolean,
): Finds {
  const { access, creator, isPrivate } = paper;
  const isManager = access === 'manage';
  // Managers see that a private document is there. It is open to them while its creator is a member.
  if (isManager && isPrivate && creator.role === 'left') return nothing;
  if (isManager && (creator === visitor || (visitor.role !== 'member' && !isPrivate))) return everything;
  const byPolicies = ruled(paper, visitor);
  const isLimited = access === 'view' || (!isManager && gate.some(hasLimit));
  return foundUnder({ ...byPolicies, isLimited: byPolicies.isLimited || isLimited }, isNamed);
}

const hasLimit = ({ limit }: GatePolicy): boolean => limit !== null;
