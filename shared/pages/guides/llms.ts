import { pages } from '../../contract/pages.ts';
import { placeholders } from '../reference/placeholders.ts';
import { changelogPath, guidePath } from './paths.ts';

/** A guide in the list. */
interface Listed {
  readonly title: string;
  readonly lead: string;
}

const item = (path: string, title: string, lead: string) =>
  `- [${title}](${placeholders.base}${path}): ${lead}\n`;

/** Returns the list of guides for programs that read pages (https://llmstxt.org). */
export const llmsText = (guides: Readonly<Record<string, Listed>>): string => `# Document Governance Service

> People upload a PDF and share a document instead of the file: with versions, policies that decide who may read it and how, and a record of
> who read it. The service is an HTTPS API with JSON.

## Guides

${Object.entries(guides)
  .map(([name, { title, lead }]) => item(`${guidePath(name)}.md`, title, lead))
  .join('')}
## Reference

${item(pages.openApi.path, 'OpenAPI', 'every operation, schema and event, for programs.')}${item(pages.reference.path, 'API reference', 'the same for people, with a curl request for each operation.')}${item(`${changelogPath}.md`, 'Changelog', 'what changed in each release.')}${item('/docs/client.mjs', 'Client', 'for Node.js and browsers; its types are in client.d.mts.')}`;
