import { expect, test } from 'vitest';
import { ApiError } from '../../../shared/access/errors.ts';
import type { OperationContract } from '../../../shared/contract/operation.ts';
import { operations } from '../../../shared/contract/operations.ts';
import { validate } from '../../../shared/http/validation.ts';
import { openApiDocument } from '../../../shared/openapi/document.ts';
import type { JsonSchema } from '../../../shared/openapi/model.ts';

type Name = keyof typeof operations;
const contractOf = (name: Name): OperationContract => operations[name];
const names = (Object.keys(operations) as Name[]).filter((name) => {
  const { body } = contractOf(name);
  return body !== null && body.kind !== 'file';
});

/** Returns the issues of a body, each as its code and location. */
function issuesOf(name: Name, value: unknown): string[] {
  const { body } = contractOf(name);
  const schema = body?.kind === 'json' ? body.schema : body?.fields;
  const none = { schema: operations.getMe.query, value: {} };
  try {
    validate({ path: none, query: none, body: { schema: schema ?? none.schema, value } });
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.issues.map(({ code, location }) => `${code} ${location}`);
  }
}

const { paths, components } = openApiDocument();
const resolved = (schema: JsonSchema = {}): JsonSchema =>
  schema.$ref ? resolved(components.schemas[schema.$ref.replace(/.*\//, '')]) : schema;

/** Returns the fields of a body in the OpenAPI document, and an example that is valid. */
function described(name: Name) {
  const { path, method } = contractOf(name);
  const [[mediaType, { schema, example }] = ['', {}]] = Object.entries(
    paths[path]?.[method.toLowerCase()]?.requestBody?.content ?? {},
  );
  const isForm = mediaType === 'multipart/form-data';
  const { properties = {}, required = [] } = resolved(schema);
  const fields = Object.entries(properties).filter(([, { contentMediaType }]) => !contentMediaType);
  return { fields, required, isForm, valid: isForm ? { title: 'T' } : Object(example) };
}

/** Returns values that the description of a field does not allow. A form has texts only. */
function wrongValues(field: JsonSchema, isForm: boolean): unknown[] {
  const kinds = (resolved(field).anyOf ?? [field]).map(resolved);
  const types = kinds.flatMap(({ type = [] }) => type);
  const isEmptyAllowed = kinds.some(({ enum: values = [] }) => values.includes(''));
  const within = kinds.flatMap(
    ({ maxLength, minLength, pattern, format, minimum, maximum, minItems, maxItems, ...kind }) => [
      ...(maxLength ? ['n'.repeat(maxLength + 1)] : []),
      ...(minLength ? ['', ...(pattern ? [' '] : [])] : []),
      ...(pattern ? ['a\u0007'] : []),
      ...(format ? ['no value', '2036-01-31T00:00', 'http://a.example'] : []),
      ...(kind.enum?.[0] ? ['no value', String(kind.enum[0]).toUpperCase(), ` ${kind.enum[0]}`] : []),
      ...(kind.enum && !isEmptyAllowed ? [''] : []),
      ...(minimum === undefined ? [] : [minimum - 1]),
      ...(maximum === undefined ? [] : [maximum + 1]),
      ...(kind.type === 'integer' ? [1.5] : []),
      ...(minItems ? [[]] : []),
      ...(maxItems ? [Array(maxItems + 1).fill(kind.items?.enum?.[0])] : []),
    ],
  );
  const ofTypes = { null: null, string: 'true', integer: 7, object: {}, array: ['x'] };
  const others = Object.entries(ofTypes).flatMap(([type, value]) => (types.includes(type) ? [] : [value]));
  return isForm ? within : [...within, ...others];
}

test.for(names)('%s refuses what the OpenAPI document does not allow, field by field', (name) => {
  const { fields, required, isForm, valid } = described(name);
  expect(issuesOf(name, valid)).toEqual([]);
  expect(fields.length).toBeGreaterThan(0);
  for (const field of required.filter((one) => one !== 'payload')) {
    const { [field]: _, ...others } = valid;
    expect(issuesOf(name, others)).toContain(`missing_required_field body.${field}`);
  }
  for (const [field, schema] of fields)
    for (const value of wrongValues(schema, isForm)) {
      const issues = issuesOf(name, { ...valid, [field]: value });
      const message = `${field}: ${JSON.stringify(value).slice(0, 60)}`;
      const about = new RegExp(`^(missing_required_field|invalid_value) body\\.${field}\\b`);
      expect(issues[0], message).toMatch(about);
      expect(
        issues.every((issue) => about.test(issue) || issue === 'invalid_value body'),
        message,
      ).toBe(true);
    }
});

const email = 'guest@guests.example';
const url = 'https://receiver.example/hooks';
const id = (prefix: string): string => `${prefix}_${'0'.repeat(26)}`;
const at = '2036-01-31T00:00:00Z';
const rules = (given: object) => ({ name: 'N', rules: given });
const many = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index));

/**
 * Other bodies that are refused, with the code and the location of every issue. A location alone stands for an invalid value. The characters
 * of names and titles have tests of their own, and so have addresses, which the handlers check.
 */
test.for<[Name, body: object, ...issues: string[]]>([
  ['createDocument', { title: 'T', version_id: 'x' }, 'unknown_field version_id'],
  ['updateDocument', { title: '' }, 'missing_required_field title'],
  ['createDocumentShare', { email: 'a@b c.example' }, 'email'],
  ['createDocumentShare', { email, rules: { locked: true } }, 'rules'],
  ['createOrganization', { nome: 'N' }, 'missing_required_field name', 'unknown_field nome'],
  ['createOrganization', { name: '\ud83d' }, 'name'],
  ['updateOrganization', {}, ''],
  ['updateOrganization', { accent_color: '1a4a78' }, 'accent_color'],
  ['updateOrganization', { accent_color: '#777777' }, 'accent_color'],
  ['switchOrganization', { organization_id: id('usr') }, 'organization_id'],
  ['switchOrganization', { organization_id: id('org').toUpperCase() }, 'organization_id'],
  ['createPolicy', rules({ watermark: true, expires: 'never' }), 'unknown_field rules.expires'],
  ['createPolicy', rules({ watermark: 'true' }), 'rules.watermark'],
  ['createPolicy', rules({ view_only: null }), 'rules.view_only'],
  ['createPolicy', rules({ expires_at: '2036-01-31' }), 'rules.expires_at'],
  ['createPolicy', rules({ expires_after_days: 0 }), 'rules.expires_after_days'],
  ['createPolicy', rules({ retain_for_days: 1.5 }), 'rules.retain_for_days'],
  ['createPolicy', rules({ expires_at: at, expires_after_days: 3 }), 'rules.expires_after_days'],
  ['createPolicy', rules({ retain_until: at, retain_for_days: 3, watermark: 1 }), 'rules.watermark'],
  ['createPolicy', rules({ acknowledgement: '' }), 'missing_required_field rules.acknowledgement'],
  ...[' \n ', 'a\fb', 'n'.repeat(10_001)].map((acknowledgement): [Name, object, string] => [
    'createPolicy',
    rules({ acknowledgement }),
    'rules.acknowledgement',
  ]),
  ['createPolicy', rules({ allowed_emails: [] }), 'rules.allowed_emails'],
  ['createPolicy', rules({ allowed_emails: many(501, (at) => `r${at}@a.example`) }), 'rules.allowed_emails'],
  ...[[], ['grp_1'], [id('pol')], many(51, () => id('grp')), null].map(
    (allowed_groups): [Name, object, string] => [
      'createPolicy',
      rules({ allowed_groups }),
      'rules.allowed_groups',
    ],
  ),
  ['updatePolicy', { rules: { expires: 'never' } }, 'unknown_field rules.expires'],
  ['createRoomItems', { items: [{ kind: 'folder' }, {}] }, 'missing_required_field items[1].kind'],
  ['updateRoomItem', { state: null, opens_at: 1 }, 'state', 'opens_at'],
  ['createGroupEntry', {}, ''],
  ['createGroupEntry', { email, domain: 'guests.example' }, ''],
  ['createApiKey', { name: 'N', permissions: ['all'] }, 'permissions.0'],
  ['registerWebhook', { url, events: ['document.ready', 'document.exploded'] }, 'events.1'],
  ['updateWebhook', { events: [null] }, 'events.0'],
])('%s refuses %j', ([name, body, ...issues]) => {
  expect(issuesOf(name, body)).toEqual(
    issues
      .map((issue) => (issue.includes(' ') ? issue : `invalid_value ${issue}`))
      .map((issue) => issue.replace(' ', ' body.').replace(/\.$/, '')),
  );
});

const polluting = '{"isPolluted": true, "prototype": {"isPolluted": true}}';

test.for(names)('%s refuses fields with names of objects like other unknown fields', (name) => {
  for (const field of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    expect(issuesOf(name, JSON.parse(`{"${field}": ${polluting}}`))).toContain(`unknown_field body.${field}`);
    expect({}).not.toHaveProperty('isPolluted');
  }
});

test.for([
  ['createPolicy', 'unknown_field body.rules.__proto__'],
  ['createDocumentShare', 'invalid_value body.rules'],
] as const)('%s refuses such a name in rules', ([name, issue]) => {
  const body = JSON.parse(`{"name": "N", "email": "${email}", "rules": {"__proto__": ${polluting}}}`);
  expect(issuesOf(name, body)).toContain(issue);
});
