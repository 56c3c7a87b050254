import type { OpenApi, PathItem } from '../../openapi/model.ts';
import { type Html, html } from '../../text/html.ts';
import { codes, errorText } from './errors.ts';
import { deliveryText, eventArticle } from './events.ts';
import { errorsSlug, eventTypesSlug, schemasSlug, slugOf } from './links.ts';
import { inline } from './markdown.ts';
import { operationArticle } from './operation.ts';
import type { Placed } from './request.ts';
import { schemaAnchor, schemaSection, schemasFor } from './schema.ts';

/** A part of a group. Links can lead to its anchor. */
export interface Entry {
  readonly anchor: string;
  /** The short name, such as an operation's id. */
  readonly name: string;
  /** A title for people. */
  readonly title: string;
  /** The kind of the part. For an operation, its method and path. */
  readonly kind: string;
  /** The text of the part. The search looks in it. */
  readonly body: Html;
}

/** A page of the reference. */
export interface Group {
  readonly slug: string;
  /** The anchor of the group on the first page. */
  readonly anchor: string;
  readonly title: string;
  readonly lead: Html;
  readonly entries: readonly Entry[];
  /** Set if the first page lists the parts by their names. Default: by their titles */
  readonly isListedByName?: true;
  readonly body: Html;
}

/** Returns the groups of an OpenAPI document: its operations by tag, then events, errors and schemas. */
export function groupsOf(document: OpenApi): Group[] {
  const tagged = Map.groupBy(operationsIn(document.paths), ({ operation }) => operation.tags?.[0]);
  const ofOperations = document.tags
    .filter(({ name }) => tagged.has(name))
    .map(({ name, description }) => ({
      slug: slugOf(name),
      anchor: name,
      title: name,
      lead: inline(description),
      ...withSchemas(
        document,
        deletionsLast(tagged.get(name) ?? []).map((one) => operationEntry(one, document)),
      ),
    }));
  return [...ofOperations, eventTypes(document), errors(document), schemas(document)];
}

/** Puts deletions last, of a part before the whole. So the requests of a page can be pasted in their order. */
function deletionsLast(placed: readonly Placed[]): Placed[] {
  const rank = ({ method, path }: Placed) => (method === 'delete' ? 1000 - path.length : 0);
  return placed.toSorted((a, b) => rank(a) - rank(b));
}

const operationsIn = (items: Readonly<Record<string, PathItem>>): Placed[] =>
  Object.entries(items).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  );

const operationEntry = (placed: Placed, { components }: OpenApi): Entry => ({
  anchor: placed.operation.operationId,
  name: placed.operation.operationId,
  title: placed.operation.summary,
  kind: `${placed.method.toUpperCase()} ${placed.path}`,
  body: operationArticle(placed, components),
});

/** Adds the schemas to which the entries link. So a printed page has these schemas too. */
function withSchemas({ components }: OpenApi, entries: readonly Entry[], before = html``) {
  const body = html`${before}${entries.map((entry) => entry.body)}`;
  return { entries, body: html`${body}${schemaSection('Schemas', schemasFor(body, components.schemas))}` };
}

function eventTypes(document: OpenApi): Group {
  const events = operationsIn(document.webhooks);
  const entries = events.map((event) => ({
    anchor: event.operation.operationId,
    name: event.path,
    title: event.operation.summary,
    kind: 'Event type',
    body: eventArticle(event),
  }));
  return {
    slug: eventTypesSlug,
    anchor: eventTypesSlug,
    isListedByName: true,
    title: 'Event types',
    lead: html`The service POSTs each event as JSON to the webhook endpoints that subscribe to it.`,
    ...withSchemas(document, entries, deliveryText(events, document.components)),
  };
}

const errors = (document: OpenApi): Group => ({
  slug: errorsSlug,
  anchor: 'error-codes',
  isListedByName: true,
  title: 'Errors',
  lead: html`The two formats of errors, and what each code means.`,
  body: withSchemas(document, [], errorText).body,
  entries: codes.map(({ code, status, meaning }) => ({
    anchor: code,
    name: code,
    title: meaning,
    kind: `Error code, ${status}`,
    body: html`${code} ${meaning}`,
  })),
});

function schemas({ components }: OpenApi): Group {
  const all = Object.entries(components.schemas);
  return {
    slug: schemasSlug,
    anchor: schemasSlug,
    isListedByName: true,
    title: 'Schemas',
    lead: html`Every object and value that requests and answers have.`,
    body: schemaSection('All schemas', all),
    entries: all.map((named) => ({
      anchor: schemaAnchor(named[0]),
      name: named[0],
      title: named[0],
      kind: 'Schema',
      body: schemaSection(named[0], [named]),
    })),
  };
}
