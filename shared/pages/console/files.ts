import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { consoleFiles } from '../../contract/pages.ts';
import type { HttpResponse } from '../../http/response.ts';
import { linkTo } from '../../presentation/links.ts';
import { environment } from '../../runtime/environment.ts';

const taskRoot = environment('taskRoot');

/** The names of the files that a page of the console needs. */
export interface ConsoleManifest {
  readonly script: string;
  /** The scripts that it imports. */
  readonly imported: readonly string[];
  readonly style: string;
  /** The catalogue of words of each language. */
  readonly words: Readonly<Record<string, string>>;
}

/** The manifest is beside the function's bundle. The folder has the files that the manifest names. */
export const manifestName = 'console.json';
export const filesFolder = 'assets';

let manifest: ConsoleManifest | undefined;
export function consoleManifest(): ConsoleManifest {
  manifest ??= JSON.parse(readFileSync(join(taskRoot(), manifestName), 'utf8')) as ConsoleManifest;
  return manifest;
}

/** Returns the path at which pages load a file of the console. */
export const fileLink = (name: string): string => linkTo(consoleFiles + name);

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

const contents = new Map<string, string>();
let names: ReadonlySet<string> | undefined;

function contentOf(name: string): string | undefined {
  const folder = join(taskRoot(), filesFolder);
  names ??= new Set(readdirSync(folder));
  if (!names.has(name)) return undefined;
  const known = contents.get(name) ?? readFileSync(join(folder, name), 'utf8');
  contents.set(name, known);
  return known;
}

/**
 * The answer if a page of an earlier release loads a script that this release does not have. The script reloads the page, but only once.
 */
const reload = `if(sessionStorage.reloadedAt!==location.href){sessionStorage.reloadedAt=location.href;location.reload()}`;

/** Returns a file of the console. The name of a file has a hash of its content, so browsers can keep the file. */
export function consoleFile(name: string): HttpResponse {
  const content = contentOf(name);
  const headers = {
    'Content-Type': types[extname(name)] ?? 'text/plain; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
  };
  if (content !== undefined)
    return {
      statusCode: 200,
      headers: { ...headers, 'Cache-Control': 'public, max-age=31536000, immutable' },
      body: content,
    };
  const isScript = extname(name) === '.js';
  return {
    statusCode: isScript ? 200 : 404,
    headers: { ...headers, 'Cache-Control': 'no-store' },
    body: isScript ? reload : 'There is no such file.',
  };
}
