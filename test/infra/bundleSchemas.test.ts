import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { withPlainKeys } from '../../infra/bundling/bundleSchemas.ts';

test('constants used as keys are written as texts', () => {
  const source = 'const _a = "one";\nconst _b = `two`;\nexport var S$ = [3, { [_a]: [_a, _b], [_b]: 1 }];\n';

  expect(withPlainKeys(source)).toContain('[3, { "one": [_a, _b], [_b]: 1 }]');
});

test.for(['s3', 'sqs', 'dynamodb', 'kms'])('the schemas of %s have no other keys', async (name) => {
  const url = import.meta
    .resolve(`@aws-sdk/client-${name}`)
    .replace(/dist-.*/, 'dist-es/schemas/schemas_0.js');
  const plain = withPlainKeys(await readFile(fileURLToPath(url), 'utf8'));

  expect(plain).not.toMatch(/\[_\w+\]:/);
});
