/** The prefix of all paths: empty on a custom domain; the name of the stage on API Gateway's domain. */
export const prefix = document.documentElement.dataset.prefix ?? '';

/** The URL of the service, without `/v1`. */
export const baseUrl = location.origin + prefix;

/** The addresses of the console's screens. */
export const paths = {
  library: `${prefix}/app`,
  shared: `${prefix}/app?view=shared`,
  document: (id: string) => `${prefix}/app/documents/${id}`,
  policies: `${prefix}/app/policies`,
  newPolicy: `${prefix}/app/policies/new`,
  policy: (id: string) => `${prefix}/app/policies/${id}`,
  activity: `${prefix}/app/activity`,
  organization: `${prefix}/app/organization`,
  group: (id: string) => `${prefix}/app/groups/${id}`,
  rooms: `${prefix}/app/rooms`,
  room: (id: string) => `${prefix}/app/rooms/${id}`,
  endpoints: `${prefix}/app/endpoints`,
  endpoint: (id: string) => `${prefix}/app/endpoints/${id}`,
  me: `${prefix}/app/me`,
  keys: `${prefix}/app/keys`,
} as const;

/** Returns the link to the sign-in, which leads back to the present address. */
export function signInLink(): string {
  const here = location.pathname.slice(prefix.length) + location.search;
  return `${prefix}/login?return_to=${encodeURIComponent(here)}`;
}
export const signOutAction = `${prefix}/logout`;
export const referenceLink = `${prefix}/docs`;
