/**
 * A page that a person opens in a browser. Pages are no operations: they answer everybody in HTML, and show what the visitor
 * may see.
 */
export interface PageContract {
  readonly id: string;
  readonly method: 'GET' | 'POST';
  /** The handler is `functions/pages/<id>.ts`. */
  readonly path: `/${string}`;
  /** HEAD answers with the status and the headers of GET. Default: the path does not support HEAD */
  readonly head?: true;
  /** A session counts for nothing, so requests from other sites are answered too. Default: they are refused if they have a session */
  readonly fromAnywhere?: true;
  /** The page is for developers, and only in English. Default: it is in the language of the visitor */
  readonly isEnglish?: true;
  /** POST answers as GET does. Default: the path does not support POST, or another page answers it */
  readonly post?: true;
  /** Other paths of its GET and HEAD. API Gateway does not use `{proxy+}` for a path that has another method. Default: none */
  readonly alsoAt?: readonly `/${string}`[];
}

export const pages = {
  /** Describes the service in a few lines, with links. */
  home: { id: 'home', method: 'GET', path: '/', head: true, isEnglish: true },
  /** The console, for people who are signed in: the application, its files, and all of its addresses. */
  console: { id: 'console', method: 'GET', path: '/app', head: true, alsoAt: ['/app/{path+}'] },
  /** The forms of the console for browsers without script. */
  consoleForms: { id: 'consoleForms', method: 'POST', path: '/app/{path+}' },
  /** The reference of the API, for people: its first page, or the results of a search with `q`. */
  reference: { id: 'reference', method: 'GET', path: '/docs', head: true, isEnglish: true },
  /** A guide, as a page or with `.md` as Markdown; the list of all guides; and the list for programs that read pages. */
  guide: {
    id: 'guide',
    method: 'GET',
    path: '/docs/guides/{name}',
    head: true,
    isEnglish: true,
    alsoAt: ['/docs/guides', '/llms.txt'],
  },
  /** A group of operations, or the event types, errors or schemas. Besides, the changelog and the files of the client and of guides. */
  referenceGroup: {
    id: 'referenceGroup',
    method: 'GET',
    path: '/docs/{group}',
    head: true,
    isEnglish: true,
  },
  /** The OpenAPI document of the stage, for programs. */
  openApi: { id: 'openApi', method: 'GET', path: '/v1/openapi.json', head: true, isEnglish: true },
  /** The `service_url` of a document. */
  documentPage: { id: 'documentPage', method: 'GET', path: '/d/{document_id}', head: true },
  /** Where a reader ends their own share. */
  documentSharing: { id: 'documentSharing', method: 'POST', path: '/d/{document_id}' },
  /** The `service_url` of a room: its folders and documents, as the visitor sees them. */
  roomPage: { id: 'roomPage', method: 'GET', path: '/r/{room_id}', head: true },
  /** Where a reader accepts the texts that the gate of a room asks for. */
  enterRoom: { id: 'enterRoom', method: 'POST', path: '/r/{room_id}' },
  /** The `service_url` of a version. */
  versionPage: {
    id: 'versionPage',
    method: 'GET',
    path: '/d/{document_id}/versions/{version_id}',
    head: true,
  },
  /** Where a reader accepts the texts that the policies of a document ask for. */
  acknowledgement: { id: 'acknowledgement', method: 'POST', path: '/d/{document_id}/acknowledgement' },
  /** Where a person asks for access to a document that they cannot open. The answer is the same whether or not the document exists. */
  askForAccess: { id: 'askForAccess', method: 'POST', path: '/d/{document_id}/access' },
  /** A page of a version as a picture, for documents whose file is not available; `show=text` returns its text. */
  pageImage: {
    id: 'pageImage',
    method: 'GET',
    path: '/d/{document_id}/versions/{version_id}/pages/{page}',
    head: true,
  },
  /** The files of the script of documents' pages. Their addresses have a hash, so they never change. */
  viewerFile: { id: 'viewerFile', method: 'GET', path: '/viewer/{path+}', head: true, isEnglish: true },
  /**
   * The logo of the organization of a document or a room, for its pages: the query has its hash. The last path has the logo of the
   * organization in which a session acts, for the console.
   */
  logo: {
    id: 'logo',
    method: 'GET',
    path: '/d/{document_id}/logo',
    head: true,
    alsoAt: ['/r/{room_id}/logo', '/logo'],
  },
  /** The `url` of an invitation. A visitor becomes a member by the button on the page. */
  invitation: { id: 'invitation', method: 'GET', path: '/invitation', head: true },
  acceptInvitation: { id: 'acceptInvitation', method: 'POST', path: '/invitation' },
  /** Where the receiver of a mail stops further mail, and allows it again. Mail programs send the POST by themselves (RFC 8058). */
  mailChoice: { id: 'mailChoice', method: 'GET', path: '/mail', head: true },
  changeMailChoice: { id: 'changeMailChoice', method: 'POST', path: '/mail', fromAnywhere: true },
  /** Where browsers without a session go first. The page is the same whether or not `return_to` exists. */
  askToSignIn: { id: 'askToSignIn', method: 'GET', path: '/sign-in', head: true },
  /** Begins a sign-in; `return_to` is the path at which it ends. */
  signIn: { id: 'signIn', method: 'GET', path: '/login' },
  /** The identity provider sends people back to this path. */
  signInCallback: { id: 'signInCallback', method: 'GET', path: '/login/callback' },
  signOut: { id: 'signOut', method: 'POST', path: '/logout' },
  /** Signing out ends here; the identity provider sends people back to this path. */
  signedOut: { id: 'signedOut', method: 'GET', path: '/logout', head: true },
  /** All unknown addresses. Browsers get a page. Other clients, and all clients below /v1, get an error of the API. */
  nowhere: {
    id: 'nowhere',
    method: 'GET',
    path: '/{proxy+}',
    head: true,
    post: true,
    alsoAt: ['/d/{document_id}/acknowledgement', '/d/{document_id}/access'],
  },
} as const satisfies Record<string, PageContract>;
export type PageId = keyof typeof pages;

/** The files of the console are below this path. Their names contain a hash, so they never change. */
export const consoleFiles = '/app/assets/';
