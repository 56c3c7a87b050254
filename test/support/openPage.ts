import { base_url } from './organizations.ts';

/** Opens a page, by its path or its address, as a browser does. Does not follow redirects. */
export async function openPage(at: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(at.startsWith('http') ? at : base_url + at, {
    method,
    redirect: 'manual',
    headers: { Accept: 'text/html', ...headers },
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
