import { ApiError } from '../../../access/errors.ts';
import type { Client, Document } from '../../../client/index.ts';
import { type PlainForm, plainForm } from './forms.ts';

/** A change that a plain page offers. */
interface Change {
  /** The fields of its form, in addition to those of every form. */
  readonly fields: readonly string[];
  make(made: {
    readonly api: Client;
    readonly document_id: Document['id'];
    readonly form: PlainForm;
    readonly ifMatch: string | undefined;
  }): Promise<unknown>;
}

/** The changes of a document. A form names its change in the field `act`. */
const changes: Readonly<Record<string, Change>> = {
  texts: {
    fields: ['title', 'description'],
    make: ({ api, document_id, form: { field }, ifMatch }) => {
      const texts = { title: field('title'), description: field('description') || null };
      return api.updateDocument({ document_id, ...texts }, { ifMatch });
    },
  },
  access: {
    fields: ['access_level'],
    make: ({ api, document_id, form: { field }, ifMatch }) => {
      const access_level = field('access_level') as Document['access_level'];
      return api.setDocumentAccessLevel({ document_id, access_level }, { ifMatch });
    },
  },
  attach: {
    fields: ['id'],
    make: ({ api, document_id, form: { id, idempotencyKey } }) =>
      api.attachDocumentPolicy({ document_id, policy_id: id('pol') }, { idempotencyKey }),
  },
  detach: {
    fields: ['id'],
    make: ({ api, document_id, form: { id } }) =>
      api.detachDocumentPolicy({ document_id, policy_id: id('pol') }),
  },
  share: {
    fields: ['email', 'message'],
    make: ({ api, document_id, form: { field, idempotencyKey } }) => {
      const [email, message] = [field('email').trim(), field('message')];
      return api.createDocumentShare({ document_id, email, message }, { idempotencyKey });
    },
  },
  withdraw: {
    fields: ['id'],
    make: async ({ api, document_id, form: { id } }) => {
      const input = { document_id, share_id: id('shr') };
      const { response } = await api.getDocumentShare.withResponse(input);
      return api.deleteDocumentShare(input, { ifMatch: response.headers.get('etag') ?? undefined });
    },
  },
  delete: {
    fields: [],
    make: ({ api, document_id, ifMatch }) => api.deleteDocument({ document_id }, { ifMatch }),
  },
};

/**
 * Makes the change that the form of a document's page asks for. Returns the document that the person sees next; undefined for the list.
 * Throws an ApiError of `access/` for a form that no page sends.
 */
export async function changeDocument(
  api: Client,
  sent: URLSearchParams,
  document_id: Document['id'],
  ifMatch: string | undefined,
): Promise<Document['id'] | undefined> {
  const act = sent.get('act') ?? '';
  const change = Object.hasOwn(changes, act) ? changes[act] : undefined;
  if (!change) throw unknownAct(act === '' ? 'is required' : 'is not a change of a document');
  await change.make({ api, document_id, form: plainForm(sent, change.fields), ifMatch });
  return act === 'delete' ? undefined : document_id;
}

/** Makes the change that a form of the list asks for. Throws an ApiError of `access/` for a form that no page sends. */
export async function changeList(api: Client, sent: URLSearchParams): Promise<Document['id']> {
  const act = sent.get('act') ?? '';
  if (act !== 'restore') throw unknownAct(act === '' ? 'is required' : 'is not a change of the list');
  const { id, idempotencyKey } = plainForm(sent, ['id']);
  return (await api.restoreDocument({ document_id: id('doc') }, { idempotencyKey })).id;
}

const unknownAct = (what: string) => new ApiError('invalid_value', `act ${what}.`, 'act');
