import { ApiError } from '../../client/index.ts';
import { baseUrl } from '../paths.ts';
import { watch } from './api.ts';

/** Downloads a list as one CSV file. Its pages after the first repeat the line of names, which is left out. */
export async function downloadCsv(path: string, name: string): Promise<void> {
  let csv = '';
  let url: string | undefined = `${baseUrl}${path}${path.includes('?') ? '&' : '?'}limit=100`;
  while (url !== undefined) {
    const response: Response = await fetch(url, { headers: { Accept: 'text/csv' } });
    watch(response);
    const text = await response.text();
    if (!response.ok) throw new ApiError(response, text);
    csv += csv === '' ? text : text.slice(text.indexOf('\n') + 1);
    url = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }));
  link.download = `${name}.csv`;
  link.click();
  URL.revokeObjectURL(link.href);
}
