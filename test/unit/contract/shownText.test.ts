import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { allOperations } from '../../../shared/contract/operations.ts';
import { newRules } from '../../../shared/contract/resources/rules.ts';
import { cleanedName } from '../../../shared/contract/shownText.ts';
import { emptyOrShownName, shownLines, shownName } from '../../../shared/contract/text.ts';

const bodies = allOperations
  // The name in the body of a deletion repeats a stored name, which may be older than the rule.
  .filter(({ id }) => id !== 'deleteOrganization')
  .flatMap(({ id, body }) =>
    body ? [{ id, schema: body.kind === 'json' ? body.schema : body.fields } as const] : [],
  );
const fieldsCalled = (...names: readonly string[]) =>
  bodies.flatMap(({ id, schema }) =>
    Object.keys(z.toJSONSchema(schema, { io: 'input', metadata: z.registry() }).properties ?? {})
      .filter((name) => names.includes(name))
      .map((name) => [id, name, schema] as const),
  );
const accepts = (schema: z.ZodMiniType, field: string, value: string): boolean =>
  z.safeParse(schema, { [field]: value }).error?.issues.every(({ path }) => path[0] !== field) ?? true;

const overrides = [0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069];
const controls = Array.from({ length: 0xa0 }, (_, code) => code).filter((code) => code < 32 || code > 126);
const inText = (code: number): string => `a${String.fromCodePoint(code)}b`;

describe('a text of one line', () => {
  const fields = fieldsCalled('name', 'title');

  test('is each name and title in the bodies of requests', () => {
    expect(fields).toHaveLength(17);
  });

  // Threat: A title or a name writes text of the service's own mail
  test.for(fields)(
    'in %s is %s: something visible, without controls, line breaks and overrides',
    ([_, field, schema]) => {
      const refused = [...controls, 0x2028, 0x2029, ...overrides];
      expect(refused.filter((code) => accepts(schema, field, inText(code)))).toEqual([]);
      for (const text of [
        'Ünïcode №1 🎉',
        '\u202f契約',
        'می\u200cخواهم\u200f',
        ' two  spaces ',
        '👩‍👩‍👧',
        '0',
      ])
        expect(accepts(schema, field, text), text).toBe(true);
      const unseen = [0x20, 0xa0, 0x3000, 0xad, 0x34f, 0x61c, 0x115f, 0x17b4, 0x180e, 0x200b, 0x200d];
      const fillers = [0x2060, 0x2800, 0x3164, 0xfe0f, 0xfeff, 0xffa0, 0xfffb, 0x16fe4, 0x1d159, 0xe0020];
      for (const code of [...unseen, ...fillers])
        for (const text of [String.fromCodePoint(code), ` ${String.fromCodePoint(code, 0x3164, code)}`])
          expect(accepts(schema, field, text), code.toString(16)).toBe(false);
    },
  );
});

describe('a text of several lines', () => {
  test.for(fieldsCalled('description', 'message'))('in %s is %s', ([_, field, schema]) => {
    const allowed = [...controls, 0x2028, 0x2029, ...overrides].filter((code) =>
      accepts(schema, field, inText(code)),
    );

    expect(allowed).toEqual([0x9, 0xa, 0xd, 0x2028, 0x2029]);
  });

  test('is the text that readers accept, with something visible', () => {
    const isRule = (acknowledgement: string) => newRules.safeParse({ acknowledgement }).success;

    expect([...controls, ...overrides].filter((code) => isRule(inText(code)))).toEqual([0x9, 0xa, 0xd]);
    expect(['\u3164\n\u2800', ' \n '].some(isRule)).toBe(false);
    expect(isRule('Read.\r\n\r\n\t読む')).toBe(true);
  });
});

test.for([shownName(9), emptyOrShownName(9), shownLines(0, 9)])(
  'the pattern in the OpenAPI document agrees with the rule',
  (schema) => {
    const { pattern = '' } = z.toJSONSchema(schema);
    const described = new RegExp(pattern);
    for (let code = 0; code <= 0xfffd; code++) {
      if (code === 0xd800) code = 0xe000;
      const character = String.fromCharCode(code);
      for (const text of [character, `a${character}`])
        if (code < 0xfffd && schema.safeParse(text).success !== described.test(text))
          expect.unreachable(`${code.toString(16)} ${text.length}`);
    }
  },
);

test('a cleaned name is a name of the service, and cleaning it again changes nothing', () => {
  const name = shownName(255);
  const unit = fc.oneof(
    fc.constantFrom(...'a \n\u0085\u2028\0\u202e\u2069\u3164\ufffd🎉', '\ud800'),
    fc.string({ minLength: 1, maxLength: 1 }),
  );
  const text = fc.string({ unit, maxLength: 300 });
  fc.assert(
    fc.property(text, (sent) => {
      const cleaned = cleanedName(sent);
      if (cleaned === null) return;
      expect(name.safeParse(cleaned).success).toBe(true);
      expect(cleanedName(cleaned)).toBe(cleaned);
      expect(cleaned).not.toMatch(/^\s|\s\s|\s$/);
    }),
    { numRuns: 150 },
  );
});
