/** One answer in a chain of redirects. */
export interface BrowserAnswer {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The absolute URL of the redirect; null when there is none. */
  readonly location: string | null;
}

interface Cookie {
  readonly name: string;
  readonly value: string;
}

/** A person's browser, as far as signing in needs it: it keeps cookies by host and sends them back. */
export class Person {
  readonly #cookies = new Map<string, Cookie[]>();

  /** Returns the value of a cookie that this browser has for a URL. */
  cookie(url: string, name: string): string | undefined {
    return this.#cookiesFor(url).find((cookie) => cookie.name === name)?.value;
  }

  cookieNames(url: string): string[] {
    return this.#cookiesFor(url).map(({ name }) => name);
  }

  /** Copies all cookies of this browser to another one. */
  copy(): Person {
    const copy = new Person();
    for (const [host, cookies] of this.#cookies) copy.#cookies.set(host, [...cookies]);
    return copy;
  }

  /** Sends one request. Does not follow redirects. */
  async go(url: string, init: RequestInit = {}): Promise<BrowserAnswer> {
    const cookie = this.#cookiesFor(url)
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
    const headers = new Headers(init.headers);
    if (cookie) headers.set('Cookie', cookie);
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.#keep(url, line);
    const location = response.headers.get('location');
    return {
      url,
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      location: location && new URL(location, url).href,
    };
  }

  /** Sends a form as a page of the service or of the provider would send it. */
  submit(url: string, fields: Record<string, string>): Promise<BrowserAnswer> {
    const body = new URLSearchParams(fields);
    return this.go(url, { method: 'POST', body, headers: { Origin: new URL(url).origin } });
  }

  /**
   * Follows redirects, and forms that submit themselves, until a page is shown, or until a redirect leads to a URL for which
   * `isThere` is true. Does not open that URL.
   */
  async follow(from: BrowserAnswer, isThere: (url: string) => boolean = () => false): Promise<BrowserAnswer> {
    for (let answer = from; ; ) {
      const form = selfSubmitting(answer);
      if (form) answer = await this.submit(form.action, form.fields);
      else if (answer.location !== null && !isThere(answer.location)) answer = await this.go(answer.location);
      else return answer;
    }
  }

  #cookiesFor(url: string): readonly Cookie[] {
    return this.#cookies.get(new URL(url).hostname) ?? [];
  }

  #keep(url: string, line: string): void {
    const { hostname } = new URL(url);
    const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(line) ?? [];
    const others = this.#cookiesFor(url).filter((cookie) => cookie.name !== name);
    const isGone = /; *max-age=0/i.test(line) || /; *expires=Thu, 01 Jan 1970/i.test(line);
    this.#cookies.set(hostname, isGone ? others : [...others, { name, value }]);
  }
}

function selfSubmitting({
  text,
  url,
}: BrowserAnswer): { action: string; fields: Record<string, string> } | undefined {
  if (!text.includes('document.forms[0].submit()')) return undefined;
  const [, action = ''] = /<form[^>]* action="([^"]*)"/.exec(text) ?? [];
  const inputs = text.matchAll(/<input[^>]* name="([^"]*)" value="([^"]*)"/g);
  const fields = Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, value]));
  return { action: new URL(action, url).href, fields };
}

/** Follows redirects to the provider's form. Presses the only button of the page that asks to sign in. */
export async function followToProvider(
  person: Person,
  begun: BrowserAnswer,
  isThere?: (url: string) => boolean,
): Promise<BrowserAnswer> {
  const shown = await person.follow(begun, isThere);
  const [, button] = /<a class="button primary" href="([^"]*)">Sign in</.exec(shown.text) ?? [];
  if (button === undefined) return shown;
  const pressed = await person.go(new URL(button.replaceAll('&amp;', '&'), shown.url).href);
  return person.follow(pressed, isThere);
}
