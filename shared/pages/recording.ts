import { type ActivityId, activityId, type VersionId } from '../contract/identifiers.ts';
import type { DocumentItem } from '../data/documents.ts';
import type { OrganizationItem } from '../data/organizations.ts';
import { audienceOf } from '../events/outbox.ts';
import { type Reading, record } from '../events/reading.ts';
import { prefersJson } from './accept.ts';
import type { PageRequest } from './page.ts';
import { PolicyRefusal } from './policyRefusal.ts';
import type { Answer, Read } from './read.ts';

/** Who asks for which document, as the record of reading has it. */
export interface Asking {
  readonly document: DocumentItem;
  /** Undefined: the document belongs to none. */
  readonly organization: OrganizationItem | undefined;
  /** null: none can be read yet. */
  readonly version_id: VersionId | null;
  readonly request: PageRequest;
}

export interface View {
  /** The entry of the view, which the page may name. */
  readonly id: ActivityId;
  /** The page was asked for from that very page, as browsers do when it is to be loaded again after some time. */
  readonly isBack: boolean;
}

/**
 * Returns the answer of a page about a document once it is on record that somebody read what is in it, or was refused by a policy.
 * Where that cannot be recorded, it throws DynamoDB's error, and nothing is shown.
 */
export async function onRecord(asking: Asking, view: View, answer: () => Promise<Answer>): Promise<Answer> {
  const isJson = prefersJson(asking.request.headers.accept);
  try {
    const answered = await answer();
    if (answered.read) await recordRead(asking, view, answered.read, isJson);
    return answered;
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

async function recordRead(asking: Asking, view: View, read: Read, isJson: boolean): Promise<void> {
  const { document, request } = asking;
  switch (read.kind) {
    case 'view': {
      const { page_count, is_waiting } = read;
      // A page that loaded itself again and still waits is no second view.
      if (is_waiting && view.isBack) return;
      const details = { ...(isJson && { format: 'json' }), ...(page_count !== undefined && { page_count }) };
      return record({ ...readingOf(asking), id: view.id, type: 'viewed', details });
    }
    case 'file':
      // A file inside its page, or opened from there, belongs to that view.
      if (read.file === 'attachment') await record({ ...readingOf(asking), type: 'downloaded' });
      return;
    case 'page': {
      // A page shows its pictures under its view. Other requests for them name none.
      const { data: viewId } = activityId.safeParse(request.query.view);
      if (viewId !== undefined) await read.reached(document.id, viewId, read.page);
    }
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
  request,
}: Asking): Omit<Reading, 'type'> => ({
  document,
  version_id,
  policy_id: null,
  reader: { principal: request.visitor, network: request.network },
  details: {},
  audience: organization && audienceOf(organization),
});
