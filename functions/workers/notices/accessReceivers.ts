import { type CallerItem, getCaller, getCallers } from '../../../shared/data/callers/callers.ts';
import type { DocumentItem } from '../../../shared/data/documents/documents.ts';
import { getMembers, isPerson, listMembers } from '../../../shared/data/organizations/organizations.ts';
import { normalizedEmail } from '../../../shared/text/emailAddress.ts';

/** One transaction writes the request and its mails. A transaction can have 100 items (Amazon DynamoDB, "TransactWriteItems"). */
const receiversMax = 20;

interface Receiver {
  readonly user_id: CallerItem['id'];
  /** Normalized. */
  readonly email: string;
}

/**
 * Returns the people who get the mail about a request for access: the creator of the document. If the creator cannot get mail, such as a
 * program or somebody who left the organization, the owners of the organization get it. Undefined when nobody may share the document: it is
 * private, and its creator is not a member any more.
 */
export async function accessReceivers(document: DocumentItem): Promise<readonly Receiver[] | undefined> {
  const { organization_id, access_level, created_by } = document;
  const creator = await getCaller(created_by.id);
  if (organization_id === null) return creator ? reachable([creator]) : undefined;
  const isMember = (await getMembers(organization_id, [created_by.id])).length > 0;
  const ofCreator = creator && isMember ? reachable([creator]) : [];
  if (ofCreator.length > 0) return ofCreator;
  if (access_level === 'private') return isMember ? [] : undefined;
  const owners = (await listMembers(organization_id)).filter((one) => one.role === 'owner' && isPerson(one));
  return reachable(await getCallers(owners.slice(0, receiversMax).map(({ user_id }) => user_id)));
}

const reachable = (people: readonly CallerItem[]): Receiver[] =>
  people.flatMap(({ id, email: address, disabled_at }) => {
    const email = address === null || disabled_at !== null ? undefined : normalizedEmail(address);
    return email === undefined ? [] : [{ user_id: id, email }];
  });
