/**
 * What a person's browser opens. Pages are no operations: they answer in HTML, to whoever asks, and what someone may see
 * decides what they show.
 */
export interface PageContract {
  readonly id: string;
  readonly method: 'GET' | 'POST';
  /** The handler is `functions/pages/<id>.ts`. */
  readonly path: `/${string}`;
}

const definePages = <const P extends Record<string, PageContract>>(pages: P): P => pages;

export const pages = definePages({
  /** The `service_url` of a document. */
  documentPage: { id: 'documentPage', method: 'GET', path: '/d/{document_id}' },
  /** The `service_url` of a version. */
  versionPage: { id: 'versionPage', method: 'GET', path: '/d/{document_id}/versions/{version_id}' },
  /** Begins to sign in; `return_to` is where to come back to. */
  signIn: { id: 'signIn', method: 'GET', path: '/login' },
  /** Where the identity provider sends people back to. */
  signInCallback: { id: 'signInCallback', method: 'GET', path: '/login/callback' },
  signOut: { id: 'signOut', method: 'POST', path: '/logout' },
  /** Where signing out ends; the identity provider sends people back to it. */
  signedOut: { id: 'signedOut', method: 'GET', path: '/logout' },
});
export type PageId = keyof typeof pages;
