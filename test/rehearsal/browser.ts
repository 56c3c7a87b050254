/** A browser as far as signing in needs one: keeps each host's cookies, follows redirects, sends a page's form. */
export class Browser {
  readonly #cookies = new Map<string, Map<string, string>>();

  cookie(url: string, name: string): string | undefined {
    return this.#of(url).get(name);
  }

  /** Opens a page, and what it redirects to. Resolves with the last one. */
  async open(url: string, init: RequestInit = {}): Promise<Page> {
    const cookies = [...this.#of(url)].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...init.headers, ...(cookies !== '' && { Cookie: cookies }) };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.#keep(url, line);
    const text = await response.text();
    const location = response.headers.get('location');
    return location === null
      ? { url, status: response.status, text }
      : this.open(new URL(location, url).href);
  }

  /** Fills in the fields of a page's form whose names say that they are for it, and sends it. */
  async submit({ url, text }: Page, fill: (name: string) => string | undefined): Promise<Page> {
    const action = attribute(/<form[^>]*>/i.exec(text)?.[0], 'action') ?? url;
    const fields = [...text.matchAll(/<input[^>]*>/gi)].map(([tag]): [string, string] => {
      const name = attribute(tag, 'name') ?? '';
      return [name, fill(name) ?? attribute(tag, 'value') ?? ''];
    });
    const headers = { Origin: new URL(url).origin };
    return this.open(new URL(action, url).href, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers,
    });
  }

  #of(url: string): Map<string, string> {
    const { host } = new URL(url);
    const cookies = this.#cookies.get(host) ?? new Map<string, string>();
    this.#cookies.set(host, cookies);
    return cookies;
  }

  #keep(url: string, line: string): void {
    const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(line) ?? [];
    if (/;\s*max-age=0/i.test(line)) this.#of(url).delete(name);
    else this.#of(url).set(name, value);
  }
}

export interface Page {
  readonly url: string;
  readonly status: number;
  readonly text: string;
}

const attribute = (tag: string | undefined, name: string): string | undefined =>
  new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(tag ?? '')?.[1]?.replaceAll('&amp;', '&');
