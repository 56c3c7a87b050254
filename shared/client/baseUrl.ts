/**
 * Throws a TypeError that says what to do, unless `baseUrl` is an absolute URL to which a path can be added. Programs in JavaScript can pass
 * any value.
 */
export function checkBaseUrl(baseUrl: unknown): void {
  if (typeof baseUrl !== 'string' || baseUrl.trim() === '')
    throw new TypeError(
      'baseUrl is missing. Pass the URL of the service, such as https://documents.example.com.',
    );
  if (!/^https?:\/\/[^/]/i.test(baseUrl))
    throw new TypeError(`baseUrl must begin with https:// or http://, but it is ${baseUrl}.`);
  if (!URL.canParse(baseUrl) || /[?#]/.test(baseUrl))
    throw new TypeError(`baseUrl must be a URL without a query or a fragment, but it is ${baseUrl}.`);
  // The message does not repeat the URL, so that logs do not get the password.
  const { username, password } = new URL(baseUrl);
  if (username || password) throw new TypeError('baseUrl must not have a user or a password.');
  if (/^https?:\/\/[^/]+(\/.*)?\/v1(\/|$)/i.test(baseUrl))
    throw new TypeError(`baseUrl must not contain /v1, which the client adds itself, but it is ${baseUrl}.`);
}
