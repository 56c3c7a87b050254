import type { Principal } from '../access/principal.ts';
import type { DocumentId } from '../contract/identifiers.ts';
import { getCaller } from '../data/callers/callers.ts';
import type { CurrentAttachment } from '../data/policies/currentNames.ts';
import { type AcceptingReader, acceptedTexts, nameOfTexts } from '../data/reading/acknowledgements.ts';
import { combine } from '../policies/combine.ts';
import { type Decision, decide } from '../policies/decide.ts';

/** A reader who may open a document because of its access level or a share. */
export interface AccessRequest {
  /** null for an anonymous reader. */
  readonly principal: Principal | null;
  /** null: nobody has accepted a text in this browser yet. */
  readonly accepting: AcceptingReader | null;
  readonly isBound: boolean;
  /**
   * The name of the texts that a manager accepted in a preview. For the preview, these texts count as accepted, but no acceptance is
   * stored. Undefined if the manager accepted none.
   */
  readonly previewedTexts: string | undefined;
}

/**
 * Decides what a reader may see of a document under its policies, at `now` (epoch milliseconds). All code that shows a document's content
 * calls this function. Facts about the reader are loaded only if a policy needs them.
 */
export async function decideAccess(
  document: { readonly id: DocumentId },
  attachments: readonly CurrentAttachment[],
  { principal, accepting, isBound, previewedTexts }: AccessRequest,
  now: number,
): Promise<Decision> {
  const terms = combine(attachments);
  const known = {
    isBound,
    isSignedIn: principal !== null,
    email: null,
    emailProvenAtMilliseconds: null,
    accepted: [],
  };
  if (!isBound || terms.tooMany || terms.unknown || (terms.signIn && !principal))
    return decide(terms, known, now);

  const texts = terms.acknowledgements.map(({ text }) => text);
  const wasPreviewed = previewedTexts === nameOfTexts(terms.acknowledgements);
  const [caller, accepted] = await Promise.all([
    principal && terms.allowed.length > 0 ? getCaller(principal.user.id) : undefined,
    accepting && texts.length > 0 ? acceptedTexts(document.id, accepting, texts, Math.floor(now / 1000)) : [],
  ]);
  const emailProvenAtMilliseconds = caller?.proven_at === undefined ? null : Date.parse(caller.proven_at);
  const facts = { ...known, email: caller?.email ?? null, emailProvenAtMilliseconds };
  return decide(terms, { ...facts, accepted: wasPreviewed ? texts : accepted }, now);
}
