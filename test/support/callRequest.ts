import type { OrganizationId } from '../../shared/contract/identifiers.ts';

/** The content of the credentials file. The local host writes it, or an operator does for a deployed stage. */
export interface Credentials {
  readonly base_url: string;
  readonly organization_id: OrganizationId;
  readonly api_keys: Readonly<Record<Actor, string>>;
  readonly user_ids: Readonly<Record<'owner' | 'admin' | 'member', string>>;
  /** `name=value`, as in a `Cookie` header. */
  readonly session_cookies: Readonly<Record<SessionActor, string>>;
  readonly policy_ids: readonly string[];
}

export type Actor =
  | 'owner'
  | 'admin'
  | 'member'
  | 'read_only'
  | 'service_account'
  | 'staff'
  | 'newcomer'
  | 'outsider';

/** The people who have a session as well as an API key. */
export type SessionActor = 'owner' | 'member';

export interface CallRequest {
  /** The owner of the API key that is sent; null sends none. Default: owner */
  readonly as?: Actor | null;
  /** The owner of the session cookie that is sent. No API key is sent then, unless `as` names one. */
  readonly session?: SessionActor;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** The body, which is sent as JSON. */
  readonly json?: unknown;
  readonly form?: FormData;
  /** The body as it is sent. `headers` must have its content type. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  /** These replace or add headers. */
  readonly headers?: Readonly<Record<string, string>>;
}
