import type { ActivityId, VersionId } from '../contract/identifiers.ts';
import type { DocumentItem } from '../data/documents.ts';
import type { OrganizationItem } from '../data/organizations.ts';
import { audienceOf } from '../events/commitChange.ts';
import { type Reading, record } from '../events/reading.ts';
import type { Principal } from '../http/principal.ts';
import type { HttpResponse } from '../http/response.ts';
import { prefersJson } from './accept.ts';
import type { PageRequest } from './page.ts';
import { PolicyRefusal } from './policyRefusal.ts';

/** Who asks for which document, as the record of reading has it. */
export interface Asking {
  readonly document: DocumentItem;
  /** Undefined: the document belongs to none. */
  readonly organization: OrganizationItem | undefined;
  /** null: none can be read yet. */
  readonly version_id: VersionId | null;
  /** null for someone who is not signed in. */
  readonly principal: Principal | null;
  readonly request: PageRequest;
}

export interface View {
  readonly id: ActivityId;
  /** The page was asked for from that very page, as browsers do when it is to be loaded again after some time. */
  readonly isBack: boolean;
}

/**
 * Gives the answer of a page about a document once it is on record that somebody has viewed or downloaded it, or was refused by a
 * policy; where that cannot be recorded, nothing is shown. It is recorded when the answer is made, so that the record says what is
 * in it, a round trip later than without.
 *
 * @param view the entry of a view, which the page may name
 */
export async function onRecord(
  asking: Asking,
  view: View,
  answer: () => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const isJson = prefersJson(asking.request.headers.accept);
  try {
    const response = await answer();
    const { file, page, page_count } = asking.request.trail;
    const isWaiting = response.headers.Refresh !== undefined;
    // The file inside its viewer, or opened from there, is no second view, nor is a picture of one of its pages, nor is a page
    // that came back to itself and still waits for what it will show.
    if (file === undefined && page === undefined && !(isWaiting && view.isBack))
      await record({
        ...readingOf(asking),
        id: view.id,
        type: 'viewed',
        details: { ...(isJson && { format: 'json' }), ...(page_count !== undefined && { page_count }) },
      });
    // A file that is being prepared has not been handed out yet.
    else if (file === 'attachment' && response.headers.Location !== undefined)
      await record({ ...readingOf(asking), type: 'downloaded' });
    return response;
  } catch (error) {
    if (error instanceof PolicyRefusal && !isAsking(error, isJson))
      await record({
        ...readingOf(asking),
        type: 'refused',
        policy_id: error.why.policy.id,
        details: { reason: error.why.reason },
      });
    throw error;
  }
}

/** A browser is shown the text to be accepted, which refuses nothing. */
const isAsking = ({ why }: PolicyRefusal, isJson: boolean): boolean =>
  why.reason === 'acknowledge' && !isJson;

/** Returns what every entry about a reader says. */
export const readingOf = ({
  document,
  organization,
  version_id,
  principal,
  request,
}: Asking): Omit<Reading, 'type'> => ({
  document,
  version_id,
  policy_id: null,
  reader: { principal, network: request.network },
  details: {},
  audience: organization && audienceOf(organization),
});
