import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { picturesStyle } from '../../../shared/pages/document/picturesStyle.ts';
import { referenceStyle } from '../../../shared/pages/reference/style.ts';
import { styleSheet } from '../../../shared/pages/style.ts';

const console = readFileSync(new URL('../../../shared/console/style/console.css', import.meta.url), 'utf8');
const sheets = { console, pages: styleSheet, pictures: picturesStyle, reference: referenceStyle };

/** Declarations of type and of spaces. */
const scaled =
  /(?<![\w-])(?:font(?:-size|-weight)?|(?:row-|column-)?gap|(?:scroll-)?(?:margin|padding)[\w-]*):[^;}]+/g;
/** A length or a weight that is not from the scale. Line heights have no unit. */
const literal = /[\d.]+(?:rem|em|px|%|ch|d?v[hw])|(?<![\w.-])[1-9]00\b|(?<!--)\bbold/;

test.for(Object.entries(sheets))('takes sizes, weights and spaces from the scale: %s', ([, sheet]) => {
  const found = sheet.match(scaled) ?? [];

  expect(found.length).toBeGreaterThan(5);
  expect(found.filter((declaration) => literal.test(declaration))).toEqual([]);
});
