import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import subsetFont from 'subset-font';
import { type FontRecord, type FontRole, fontDirectory } from '../../shared/pdf/typography/fontLibrary.ts';
import { Shaper } from '../../shared/pdf/typography/harfbuzz.ts';
import { type CompiledWasm, compileWasm } from '../../shared/pdf/wasm.ts';
import { joinFonts, metrics } from './trueType.ts';

interface FontSource {
  readonly role: FontRole;
  readonly name: string;
  readonly package: string;
  readonly directory: string;
  /** The ends of the font's file names: one for a whole font, several for parts to join. */
  readonly suffixes: readonly string[];
}

/** A whole font, in a package that has a file for each weight. */
const whole = (role: FontRole, packageName: string, family: string, weight = '400Regular'): FontSource => ({
  role,
  name: `${family}-${weight.replace(/^\d+/, '')}`,
  package: `@expo-google-fonts/${packageName}`,
  directory: weight,
  suffixes: [`${family}_${weight}.ttf`],
});

/** A font that its package cuts into a hundred parts, each with all weights. */
const parts = (role: FontRole, packageName: string, family: string): FontSource => ({
  role,
  name: `${family}-Regular`,
  package: `@fontsource-variable/${packageName}`,
  directory: 'files',
  suffixes: ['-wght-normal.woff2'],
});

/** A font's own script, with digits and signs from its Latin part. */
const part = (role: FontRole, packageName: string, family: string): FontSource => {
  const characters = packageName.replace(/^noto-(sans|serif|naskh)-/, '');
  const suffixes = [characters, 'latin'].map((subset) => `-${subset}-wght-normal.woff2`);
  return { ...parts(role, packageName, family), suffixes };
};

/**
 * In order of preference: the first font that has the glyph draws it. Covers the scripts of living languages, roughly ordered by
 * number of readers. The last resort draws rarer scripts.
 */
const fontSources: readonly FontSource[] = [
  whole('title', 'source-serif-4', 'SourceSerif4'),
  whole('text', 'source-sans-3', 'SourceSans3'),
  whole('strong', 'source-sans-3', 'SourceSans3', '600SemiBold'),
  whole('script', 'noto-sans', 'NotoSans'), // Latin, Devanagari, Cyrillic and Greek
  whole('script', 'ibm-plex-sans-arabic', 'IBMPlexSansArabic'),
  part('script', 'noto-naskh-arabic', 'NotoNaskhArabic'), // letters that Plex does not have
  part('script', 'noto-sans-bengali', 'NotoSansBengali'),
  part('script', 'noto-sans-telugu', 'NotoSansTelugu'),
  part('script', 'noto-sans-tamil', 'NotoSansTamil'),
  part('script', 'noto-sans-thai', 'NotoSansThai'),
  part('script', 'noto-sans-gujarati', 'NotoSansGujarati'),
  part('script', 'noto-sans-kannada', 'NotoSansKannada'),
  part('script', 'noto-sans-ethiopic', 'NotoSansEthiopic'),
  part('script', 'noto-sans-myanmar', 'NotoSansMyanmar'),
  part('script', 'noto-sans-malayalam', 'NotoSansMalayalam'),
  part('script', 'noto-sans-oriya', 'NotoSansOriya'),
  part('script', 'noto-sans-gurmukhi', 'NotoSansGurmukhi'),
  part('script', 'noto-sans-khmer', 'NotoSansKhmer'),
  part('script', 'noto-sans-sinhala', 'NotoSansSinhala'),
  part('script', 'noto-sans-hebrew', 'NotoSansHebrew'),
  part('script', 'noto-sans-lao', 'NotoSansLao'),
  part('script', 'noto-sans-armenian', 'NotoSansArmenian'),
  part('script', 'noto-serif-tibetan', 'NotoSerifTibetan'),
  part('script', 'noto-sans-georgian', 'NotoSansGeorgian'),
  parts('zh-Hans', 'noto-sans-sc', 'NotoSansSC'),
  parts('zh-Hant', 'noto-sans-tc', 'NotoSansTC'),
  whole('zh-Hant', 'chocolate-classical-sans', 'ChocolateClassicalSans'), // rare characters
  parts('ja', 'noto-sans-jp', 'NotoSansJP'),
  parts('ko', 'noto-sans-kr', 'NotoSansKR'),
  part('symbols', 'noto-sans-symbols', 'NotoSansSymbols'),
  whole('symbols', 'noto-sans-symbols-2', 'NotoSansSymbols2'),
  whole('symbols', 'noto-sans-math', 'NotoSansMath'),
  whole('emoji', 'noto-emoji', 'NotoEmoji'),
  // The fonts from here on come after the fonts for symbols and Han, because some of them also contain punctuation. The fonts above must
  // draw this punctuation.
  whole('script', 'noto-sans-mongolian', 'NotoSansMongolian'),
  part('script', 'noto-sans-ol-chiki', 'NotoSansOlChiki'),
  part('script', 'noto-sans-meetei-mayek', 'NotoSansMeeteiMayek'),
  whole('script', 'noto-sans-nko', 'NotoSansNKo'),
  part('script', 'noto-sans-adlam', 'NotoSansAdlam'),
  whole('script', 'noto-sans-tifinagh', 'NotoSansTifinagh'),
  part('script', 'noto-sans-thaana', 'NotoSansThaana'),
  {
    role: 'lastResort',
    name: 'Unifont-Regular',
    package: '@fontsource/unifont',
    directory: 'files',
    suffixes: ['latin-400-normal.woff2'], // the whole first plane, despite the file's name
  },
];

/** Quality 6 takes a third of the time of 9, and 5 % more space. */
const brotliQuality = 6;

const require = createRequire(import.meta.url);
const compress = promisify(brotliCompress);

/** All inputs that determine the result. */
const inputs = [
  '../../package-lock.json',
  'fonts.ts',
  'trueType.ts',
  '../../shared/pdf/typography/fontLibrary.ts',
  '../../shared/pdf/typography/harfbuzz.ts',
  '../../shared/pdf/typography/trueType.ts',
];

/**
 * Fills a directory with the files that `drawEntryPage` needs next to its bundle: fonts, their index, HarfBuzz and the licences.
 * About 24 MB. The first run takes four seconds of processor time. Its result is cached in `node_modules/.cache/` until a
 * dependency or this code changes.
 * @param targetDirectory created if missing
 */
export async function collectFonts(targetDirectory: string): Promise<void> {
  const texts = await Promise.all(inputs.map((file) => readFile(new URL(file, import.meta.url))));
  const key = createHash('sha256').update(Buffer.concat(texts)).digest('hex').slice(0, 16);
  const kept = fileURLToPath(
    new URL(`../../node_modules/.cache/document-governance/fonts/${key}`, import.meta.url),
  );
  if (!existsSync(kept)) {
    const fresh = `${kept}-${randomUUID()}`;
    await convertFonts(fresh);
    try {
      await rename(fresh, kept);
    } catch (error) {
      await rm(fresh, { recursive: true });
      // Another process may have created the folder meanwhile.
      if (!existsSync(kept)) throw error;
    }
  }
  await cp(kept, targetDirectory, { recursive: true });
}

async function convertFonts(targetDirectory: string): Promise<void> {
  await mkdir(targetDirectory, { recursive: true });
  const harfbuzz = dirname(require.resolve('harfbuzzjs'));
  const wasm = [fontDirectory.shaper, fontDirectory.subsetter];
  await Promise.all(wasm.map((file) => copyFile(join(harfbuzz, file), join(targetDirectory, file))));
  const module = await compileWasm(await readFile(join(harfbuzz, fontDirectory.shaper)));
  const records = await Promise.all(
    fontSources.map((source) => convertFont(source, module, targetDirectory)),
  );
  await writeFile(join(targetDirectory, fontDirectory.index), JSON.stringify(records));
  await writeFile(join(targetDirectory, 'LICENSES.txt'), await licenses());
}

async function convertFont(
  source: FontSource,
  module: CompiledWasm,
  targetDirectory: string,
): Promise<FontRecord> {
  const shaper = await Shaper.create(module);
  const font = joinFonts(await readSource(source), shaper);
  const file = `${source.name}.ttf.br`;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: font.length,
  };
  await writeFile(join(targetDirectory, file), await compress(font, { params }));
  return {
    name: source.name,
    role: source.role,
    file,
    ...metrics(font),
    ranges: toRanges(shaper.codePoints(font)),
  };
}

/** Reads a font's file, or the files of its parts, as TrueType of the regular weight. */
async function readSource(source: FontSource): Promise<Buffer[]> {
  const directory = join(packageDirectory(source.package), source.directory);
  const names = (await readdir(directory)).sort();
  const files = source.suffixes.flatMap((suffix) => names.filter((name) => name.endsWith(suffix)));
  const fonts = await Promise.all(files.map((file) => readFile(join(directory, file))));
  if (files.every((file) => file.endsWith('.ttf'))) return fonts;
  const variationAxes = source.package.startsWith('@fontsource-variable/') ? { wght: 400 } : {};
  return Promise.all(
    fonts.map((font) =>
      subsetFont(font, '', { keepAllGlyphs: true, targetFormat: 'truetype', variationAxes }),
    ),
  );
}

function packageDirectory(name: string): string {
  return dirname(require.resolve(`${name}/package.json`));
}

function toRanges(codePoints: Uint32Array): number[] {
  const ranges: number[] = [];
  for (const codePoint of codePoints) {
    if (ranges.at(-1) === codePoint - 1) ranges[ranges.length - 1] = codePoint;
    else ranges.push(codePoint, codePoint);
  }
  return ranges;
}

/**
 * Returns the licences. Copies of the fonts must include the Open Font License (its section 2). Copies of HarfBuzz must include the
 * MIT licence.
 */
async function licenses(): Promise<string> {
  const packages = [...new Set(fontSources.map((source) => source.package))];
  const texts = await Promise.all([
    ...packages.map(async (name) => {
      const file = name.startsWith('@expo-google-fonts/') ? 'LICENSE_FONT' : 'LICENSE';
      return `${name}\n\n${await readFile(join(packageDirectory(name), file), 'utf8')}`;
    }),
    readFile(join(dirname(require.resolve('harfbuzzjs')), '..', 'LICENSE'), 'utf8').then(
      (text) => `harfbuzzjs\n\n${text}`,
    ),
  ]);
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}
