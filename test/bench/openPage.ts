import type { Actor, Credentials } from '../support/client.ts';

/** Returns a function that opens a page with the API key of an actor, and resolves with its HTML. It throws for a status of 400 or more. */
export const openAs =
  ({ base_url, api_keys }: Credentials, actor: Actor) =>
  async (path: string): Promise<string> => {
    const response = await fetch(base_url + path, {
      redirect: 'manual',
      headers: { Accept: 'text/html', Authorization: `Bearer ${api_keys[actor]}` },
    });
    if (response.status >= 400) throw new Error(`${path} was answered with ${response.status}`);
    return await response.text();
  };
