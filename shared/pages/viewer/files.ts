import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { pages } from '../../contract/pages.ts';
import type { HttpResponse } from '../../http/response.ts';
import { linkTo } from '../../presentation/links.ts';
import { environment } from '../../runtime/environment.ts';
import version from './version.prerendered.ts';

const taskRoot = environment('taskRoot');

/** The folder beside the function's bundle that has the viewer's files. */
export const viewerFolder = 'viewer';
export const viewerScriptName = 'viewer.js';

/** Returns the path of the script that pages of documents load. */
export const viewerScript = (): string =>
  linkTo(pages.viewerFile.path.replace('{path+}', `${version}/${viewerScriptName}`) as `/${string}`);

const javascript = 'text/javascript; charset=utf-8';

/** The worker has the policy of its own response. It needs its decoders, and fetches nothing: the page gives it everything. */
const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'";

/** A file is in the folder or in one of its folders, and its name has no special parts. */
const filePattern = /^(?:\w+\/)?[\w-]+\.\w+$/;

/** Returns a file of the viewer. Its address has a hash of the viewer, so browsers can keep it. */
export function viewerFile(path: string): HttpResponse {
  const [asked = '', ...rest] = path.split('/');
  const name = rest.join('/');
  const content = contentOf(name);
  const headers = {
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Content-Security-Policy': workerPolicy,
  };
  if (!content)
    return {
      statusCode: 404,
      headers: { ...headers, 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
      body: 'There is no such file.',
    };
  const isScript = extname(name) === '.js';
  return {
    statusCode: 200,
    headers: {
      ...headers,
      'Content-Type': isScript ? javascript : 'application/octet-stream',
      // During an update, a page can be of another release than this function.
      'Cache-Control': asked === version ? 'public, max-age=31536000, immutable' : 'no-store',
    },
    body: content.toString(isScript ? 'utf8' : 'base64'),
    isBase64Encoded: !isScript,
  };
}

const contents = new Map<string, Buffer>();

function contentOf(name: string): Buffer | undefined {
  if (!filePattern.test(name)) return undefined;
  let content = contents.get(name);
  if (content) return content;
  try {
    content = readFileSync(join(taskRoot(), viewerFolder, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
  contents.set(name, content);
  return content;
}
