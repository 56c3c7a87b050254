import type { OrganizationId } from '../../shared/contract/identifiers.ts';

/** The file the local host writes, or that an operator writes for a deployed stage. */
export interface Credentials {
  readonly base_url: string;
  readonly organization_id: OrganizationId;
  readonly api_keys: Readonly<Record<Actor, string>>;
  readonly user_ids: Readonly<Record<'owner' | 'admin' | 'member', string>>;
  /** `name=value`, as a browser sends it back. */
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

/** Who is signed in, besides having an API key. */
export type SessionActor = 'owner' | 'member';

export interface CallRequest {
  /** Whose API key is sent; null sends none. Default: owner */
  readonly as?: Actor | null;
  /** Whose session cookie is sent; no API key then, unless `as` says so too. */
  readonly session?: SessionActor;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  readonly form?: FormData;
  /** Sent as it is; give the content type in `headers`. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  /** Replaces or adds headers. */
  readonly headers?: Readonly<Record<string, string>>;
}
