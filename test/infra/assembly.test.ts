import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { assemble, assemblySources, lackingIn, metafileName } from '../../infra/local/assemble.ts';

let assembly: string;
beforeAll(async () => {
  assembly = await assemble();
}, 120_000);

describe('the assembly of the local stage', () => {
  test('is cached by a key that includes every file of the repository that it was made of', () => {
    const metafile = JSON.parse(readFileSync(join(dirname(assembly), metafileName), 'utf8'));
    const own = Object.keys(metafile.inputs).filter((path) => !path.includes('node_modules/'));
    const counted = (path: string) => assemblySources.some((source) => path.startsWith(`${source}/`));

    expect(own.length).toBeGreaterThan(100);
    expect(own.filter((path) => !counted(path))).toEqual([]);
  });

  test('has the fonts', () => {
    const build = dirname(assembly);
    const fonts = readdirSync(join(build, 'bundles/generateDocumentEntryPage/fonts'));

    expect(fonts).toContain('fonts.json');
    expect(lackingIn(build)).toBeUndefined();
  });
});
