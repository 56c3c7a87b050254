import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import client from './client.prerendered.ts';
import { type GuideName, guideNames } from './names.ts';
import { type Remarks, type Rendered, rendered } from './render.ts';

/** The SHA-256 of the files of the client stands behind each link to them. */
const remarks: Remarks = Object.fromEntries(
  Object.entries(client).map(([name, text]) => [
    `https://service.example/docs/${name}`,
    `SHA-256 \`${createHash('sha256').update(text).digest('hex')}\``,
  ]),
);

const sourceOf = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

/** The guides, in their order. */
export const guides: readonly (readonly [GuideName, Rendered])[] = guideNames.map((name) => [
  name,
  rendered(sourceOf(`shared/guides/${name}.md`), remarks),
]);

/** Returns the changelog. Links to pages of the repository are only text, because the service does not have these pages. */
export const readChangelog = (): Rendered =>
  rendered(sourceOf('CHANGELOG.md').replace(/\[([^\][]+)\]\((?!https:)[^()\s]+\)/g, '$1'));
