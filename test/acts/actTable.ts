import { expect, test } from 'vitest';
import { withoutAnswer } from '../../shared/acts/answering.ts';
import { createServiceAccount } from '../../shared/acts/createServiceAccount.ts';
import type { Locking } from '../../shared/acts/locking.ts';
import type { OrganizationId } from '../../shared/contract/identifiers.ts';
import type { Rules } from '../../shared/contract/resources/rules.ts';
import type { CallerItem } from '../../shared/data/callers/callers.ts';
import { createDocument, type DocumentItem } from '../../shared/data/documents/documents.ts';
import { createGroup, getGroupAndNames, newGroup } from '../../shared/data/groups/groups.ts';
import { getOrganization, type MemberItem } from '../../shared/data/organizations/organizations.ts';
import { createPolicy, getPolicyAndNames, newPolicy } from '../../shared/data/policies/policies.ts';
import { transact } from '../../shared/data/table/commit.ts';
import { newId } from '../../shared/data/table/ids.ts';
import { createWebhook, newWebhook } from '../../shared/data/webhooks/webhooks.ts';
import type { By } from '../../shared/events/records/record.ts';
import { storedMember, storedOrganization } from '../support/people/people.ts';
import { faultSome } from '../support/stages/faultyProxy.ts';
import { sharedFaultyStage } from '../support/stages/faultyStage.ts';
import { readyDocument } from '../support/storedDocuments.ts';

export const stage = await sharedFaultyStage();

type Act<Given, Outcome> = (given: Given) => Promise<Outcome>;
type Arrange<Given> = () => Promise<Given>;
type ReasonOf<Outcome> = Extract<Outcome, { readonly refused: string }>['refused'];

/**
 * Tests that an act is refused for each of its reasons, and changes nothing then. A reason without a row does not compile. A row is the
 * function that makes the state and returns what is given to the act, or a sentence that says which test asks the reason.
 */
export function refuses<Given, Outcome>(
  act: Act<Given, Outcome>,
  rows: { readonly [Reason in ReasonOf<Outcome>]: Arrange<Given> | string },
): void {
  const asked = Object.entries<Arrange<Given> | string>(rows).flatMap(([reason, arrange]) =>
    typeof arrange === 'string' ? [] : [[reason, arrange] as const],
  );
  test.for(asked)('is refused and changes nothing: %s', async ([reason, arrange]) => {
    const given = await arrange();
    const before = await stage.table.everything();

    expect(await act(given)).toMatchObject({ refused: reason });

    expect(await stage.table.everything()).toEqual(before);
  });
}

interface Recorded {
  /** The types of the entries of activity, in their order. Each names the actor. */
  readonly entries: readonly string[];
  /** The types of the events. Default: the act has no event */
  readonly events?: readonly string[];
  /** The numbers of commits that conflict first. Default: none and one. [0]: the act's callers repeat it, or it writes one item */
  readonly conflicts?: readonly number[];
}

/** Tests that an act is recorded once, with its actor, also if its first commit conflicts with another. */
export function records<Given extends { readonly by: By }>(
  act: Act<Given, unknown>,
  arrange: Arrange<Given>,
  { entries, events = [], conflicts = [0, 1] }: Recorded,
): void {
  test.for(conflicts)('is recorded once after %i conflicts', async (count) => {
    const given = await arrange();
    const lastEvent = (await stage.table.events()).at(-1)?.id;
    const before = new Set((await entriesOfActivity()).map(({ sk }) => sk));
    const met = faultSome(stage.dynamodb, 'conflicting', 'TransactWriteItems', { count });

    expect(await act(given)).not.toMatchObject({ refused: expect.anything() });

    expect(met()).toBe(count);
    stage.mend();
    expect((await stage.table.events(lastEvent)).map(({ type }) => type)).toEqual(events);
    const added = (await entriesOfActivity()).filter(({ sk }) => !before.has(sk));
    expect(added.map(({ type, actor_id }) => [type, actor_id ?? null])).toEqual(
      entries.map((type) => [type, given.by?.user?.id ?? null]),
    );
  });
}

const entriesOfActivity = async () =>
  (await stage.table.everything(({ pk }) => pk.startsWith('ACTIVITY#'))).toSorted((a, b) =>
    a.sk < b.sk ? -1 : 1,
  );

/** Returns a person as an actor. */
export const actor = ({ id, name }: CallerItem) =>
  ({ user: { id, type: 'user_account', name }, staff: false, credential: 'key:test' }) as const;

/** An organization with its owner and a member. The owner acts now. */
export async function acting() {
  const { id: organizationId, owner } = await storedOrganization();
  const member = await storedMember(organizationId, 'member');
  const by = actor(owner);
  return { organizationId, owner, member, by, user: by.user, now: Date.now() };
}
type There = Pick<Awaited<ReturnType<typeof acting>>, 'organizationId' | 'by' | 'user' | 'now'>;

export async function storedAccount({ organizationId, by, now }: There): Promise<MemberItem> {
  const given = { organizationId, name: 'Importer', role: 'member', by, now } as const;
  return (await createServiceAccount(given, withoutAnswer)) as MemberItem;
}

/** A caller who may lock policies and has not confirmed the lock. */
export const locking: Locking = { refusal: async () => undefined };
export const lockedRules: Rules = { retain_for_days: 30, locked: true };

/** The rows of an act that sets `lockedRules` for an unconfirmed lock. */
export const lockRefusals = <G extends { readonly locking: Locking }>(locked: Arrange<G>) => ({
  cannot_lock: async () => ({ ...(await locked()), locking: { refusal: async () => 'You are no owner.' } }),
  unconfirmed: locked,
  locked_too_long: async () => ({
    ...(await locked()),
    rules: { retain_until: '2999-01-01T00:00:00Z', locked: true },
    locking: { ...locking, confirm: 'Confidential' },
  }),
});

interface NewPolicy extends Pick<There, 'organizationId'> {
  /** Default: `Policy` */
  readonly name?: string;
  readonly rules?: Rules | undefined;
}

export async function storedPolicy({ organizationId, name = 'Policy', rules }: NewPolicy) {
  const { names } = await getPolicyAndNames(organizationId);
  const [policy] = await transact(createPolicy(newPolicy(organizationId, name, rules), names));
  return policy;
}

/** A document of the actor. */
export async function storedDocument({ organizationId: organization_id, user: created_by }: There) {
  const document = readyDocument({ organization_id, created_by }, { id: newId('ver'), size_bytes: 1 });
  await transact([createDocument(document)]);
  return document;
}

/** Lets the actor do everything with a document. */
export function permit(found: DocumentItem | undefined): DocumentItem {
  if (!found) throw new Error('the document is missing');
  return found;
}

export async function storedGroup(organizationId: OrganizationId, entry_count = 0) {
  const { names } = await getGroupAndNames(organizationId);
  const given = { organization_id: organizationId, name: crypto.randomUUID(), description: null };
  const [group] = await transact(createGroup({ ...newGroup(given), entry_count }, names));
  return group;
}

/** An endpoint that the actor registered. */
export async function storedEndpoint({ organizationId: organization_id, user, now }: There) {
  const organization = await getOrganization(organization_id);
  if (!organization) throw new Error(`there is no organization ${organization_id}`);
  const url = 'https://203.0.113.10/hook';
  const given = { id: newId('whk'), organization_id, url, events: ['*'], created_by: user.id };
  const webhook = newWebhook({ ...given, registered_by_staff: false }, '', now);
  await transact(createWebhook(webhook, organization));
  return webhook;
}
