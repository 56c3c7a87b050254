import type { Client, Document } from '../../../client/index.ts';

type Change = (input: {
  readonly api: Client;
  readonly document_id: Document['id'];
  /** Returns a field of the form. */
  readonly field: (name: string) => string;
  readonly ifMatch: string | undefined;
  readonly idempotencyKey: string | undefined;
}) => Promise<unknown>;

/** The changes of a document that the plain pages offer. A form names its change in the field `act`. */
const changes: Readonly<Record<string, Change>> = {
  texts: ({ api, document_id, field, ifMatch }) => {
    const texts = { title: field('title'), description: field('description') || null };
    return api.updateDocument({ document_id, ...texts }, { ifMatch });
  },
  access: ({ api, document_id, field, ifMatch }) => {
    const access_level = field('access_level') as Document['access_level'];
    return api.setDocumentAccessLevel({ document_id, access_level }, { ifMatch });
  },
  attach: ({ api, document_id, field, idempotencyKey }) =>
    api.attachDocumentPolicy({ document_id, policy_id: field('id') as `pol_${string}` }, { idempotencyKey }),
  detach: ({ api, document_id, field }) =>
    api.detachDocumentPolicy({ document_id, policy_id: field('id') as `pol_${string}` }),
  share: ({ api, document_id, field, idempotencyKey }) => {
    const [email, message] = [field('email').trim(), field('message')];
    return api.createDocumentShare({ document_id, email, message }, { idempotencyKey });
  },
  withdraw: async ({ api, document_id, field }) => {
    const input = { document_id, share_id: field('id') as `shr_${string}` };
    const { response } = await api.getDocumentShare.withResponse(input);
    return api.deleteDocumentShare(input, { ifMatch: response.headers.get('etag') ?? undefined });
  },
  delete: ({ api, document_id, ifMatch }) => api.deleteDocument({ document_id }, { ifMatch }),
};

/** Makes the change that a form of a plain page asks for. Returns the document that the person sees next; undefined for the list. */
export async function change(
  api: Client,
  form: URLSearchParams,
  id: Document['id'] | undefined,
  ifMatch: string | undefined,
): Promise<Document['id'] | undefined> {
  const field = (name: string) => form.get(name) ?? '';
  const idempotencyKey = form.get('key') ?? undefined;
  const act = field('act');
  if (id === undefined) {
    const document_id = field('id') as Document['id'];
    return (await api.restoreDocument({ document_id }, { idempotencyKey })).id;
  }
  await changes[act]?.({ api, document_id: id, field, ifMatch, idempotencyKey });
  return act === 'delete' ? undefined : id;
}
