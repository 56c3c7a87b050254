import type { ComponentChildren } from 'preact';
import { Ago, accessText, Row } from '../parts/list.tsx';
import { paths } from '../paths.ts';
import { ulidOf } from '../service/api.ts';
import { formatDate, formatList, formatTime, isWord, t } from '../words/words.ts';
import { typeText } from './kinds.ts';
import { type Entry, itemsIn, type Names, peopleIn } from './names.ts';

/** Returns whether the service did something by itself. Visitors without an account have an address, and operators a credential. */
export const isOfService = ({ actor, details }: Entry): boolean =>
  actor === null && details.address === undefined && details.credential === undefined;

/** Somebody without an account is known by their network only: their truncated address. */
function actorOf({ actor, details }: Entry): string {
  if (actor) return actor.name;
  const unknown = details.credential === undefined ? t('activity.service') : t('activity.operator');
  return String(details.address ?? unknown);
}

interface EntryRowProps {
  readonly entry: Entry;
  readonly names: Names;
  /** Returns the address of the list with the acts of a person only. Default: names of people are no links */
  readonly linkTo?: ((id: string) => string) | undefined;
}

/** An entry: who, what, of what, and when. */
export const EntryRow = ({ entry, names, linkTo }: EntryRowProps) => (
  <Row
    name={actorOf(entry)}
    href={entry.actor ? linkTo?.(entry.actor.id) : undefined}
    lines={[factsOf(entry, names)]}
  >
    <span class="quiet-text">
      <Ago time={entry.created_at} />
    </span>
  </Row>
);

function factsOf(entry: Entry, { titles, policies, people, rooms, items }: Names): ComponentChildren[] {
  const { type, actor, document_id, policy_id, room_id, details } = entry;
  const room = rooms.get(room_id ?? '');
  const named = itemsIn(entry).flatMap((id) => items.get(id) ?? []);
  const changes = changesIn(details.changes);
  const title = titles.get(document_id ?? '');
  const policy = policies.get(policy_id ?? '');
  const { from, to, expires_at, role } = details;
  const [name] = peopleIn(entry).flatMap((id) => people.get(id) ?? []);
  const isOwn = actor !== null && ulidOf(String(details.user_id)) === ulidOf(actor.id);
  const isTransfer = type.endsWith('.transferred');
  const [giver, receiver] = [from, to].map((id) => people.get(ulidOf(String(id)) ?? ''));
  return [
    // The changed fields say it all: what was changed follows.
    saysAll.has(type) && changes.length > 0 ? undefined : whatOf(type, isOwn),
    policy && policy_id && (
      <a href={paths.policy(policy_id)}>
        <bdi>{policy}</bdi>
      </a>
    ),
    isTransfer || (isOwn && type !== 'member.role_updated') ? undefined : name,
    ...changes,
    isTransfer && giver && receiver && t('activity.transferred', { from: giver, to: receiver }),
    type === 'member.joined' && isWord(`role.${role}`) && t(`role.${role as 'member'}`),
    actor && details.address ? String(details.address) : undefined,
    typeof expires_at === 'string' &&
      type !== 'document.unshared' &&
      t('common.until', { date: formatDate(expires_at) }),
    named.length > namedMax ? `${formatList(named.slice(0, namedMax))} …` : formatList(named),
    room && room_id && (
      <a href={paths.room(room_id)}>
        <bdi>{room}</bdi>
      </a>
    ),
    document_id && titles.size > 0 && (
      <a href={paths.document(document_id)}>
        <bdi>{title ?? document_id}</bdi>
      </a>
    ),
  ];
}

/** The number of items of a room that an entry names. */
const namedMax = 3;

const saysAll: ReadonlySet<string> = new Set(['document.updated', 'organization.updated']);

const whatOf = (type: string, isOwn: boolean): string =>
  type === 'member.removed' && isOwn ? t('activity.left') : typeText(type);

interface ChangedField {
  readonly field: string;
  readonly from?: string | null;
  readonly to?: string | null;
}

/** Says what a change replaced. Fields of a later release are left out. */
const changesIn = (changes: unknown): string[] =>
  (Array.isArray(changes) ? (changes as ChangedField[]) : []).flatMap((one) => changeText(one) ?? []);

function changeText({ field, from, to }: ChangedField): string | undefined {
  switch (field) {
    case 'title':
    case 'name':
      if (from && to) return t('activity.change.renamed', { from, to });
      return to ? t('activity.change.named', { to }) : t('activity.change.unnamed', { from: from ?? '' });
    case 'access_level':
      return t('activity.change.access', { from: levelText(from), to: levelText(to) });
    case 'role':
      return t('activity.change.role', { from: roleText(from), to: roleText(to) });
    case 'archived':
      return t(to === 'true' ? 'activity.change.archived' : 'activity.change.unarchived');
    case 'reading_times':
      return t(to === 'true' ? 'activity.change.timed' : 'activity.change.untimed');
    case 'state':
      return isWord(`activity.change.state.${to}`) ? t(`activity.change.state.${to as 'open'}`) : undefined;
    case 'opens_at':
    case 'closes_at':
      return to
        ? t(`activity.change.${field}`, { time: formatTime(to) })
        : t(`activity.change.${field}.none`);
    case 'accent_color':
    case 'description':
    case 'logo':
    case 'numbering':
    case 'rules':
      return t(`activity.change.${field}`);
    default:
      return undefined;
  }
}

type Level = Parameters<typeof accessText>[0];
const levelText = (level: unknown): string =>
  isWord(`access.level.${level}`) ? accessText(level as Level) : String(level);
const roleText = (role: unknown): string =>
  isWord(`role.${role}`) ? t(`role.${role as 'member'}`) : String(role);
