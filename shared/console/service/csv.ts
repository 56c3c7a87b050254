import { ApiError } from '../../client/index.ts';
import { watch } from './api.ts';

/** Reads a whole list as CSV, page by page. Leaves out the line of column names that later pages repeat. */
export async function wholeCsv(first: string): Promise<string> {
  let csv = '';
  for (let url: string | undefined = first; url !== undefined; ) {
    const response = await fetch(url, { headers: { Accept: 'text/csv' } });
    watch(response);
    const text = await response.text();
    if (!response.ok) throw new ApiError(response, text);
    csv += csv === '' ? text : text.slice(text.indexOf('\n') + 1);
    url = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  }
  return csv;
}

/** Downloads a text as a file. */
export function saveAs(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
