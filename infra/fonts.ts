import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, inflateSync } from 'node:zlib';
import { FONT_DIRECTORY, type FontRecord, type FontRole } from '../shared/pdf/typography/fontLibrary.ts';
import { compileWasm, Shaper } from '../shared/pdf/typography/harfbuzz.ts';

interface FontSource {
  readonly role: FontRole;
  readonly name: string;
  readonly package: string;
  readonly file: string;
}

const google = (role: FontRole, packageName: string, family: string, weight = '400Regular'): FontSource => ({
  role,
  name: `${family}-${weight.replace(/^\d+/, '')}`,
  package: `@expo-google-fonts/${packageName}`,
  file: `${weight}/${family}_${weight}.ttf`,
});

/** Returns a font of the regular weight, with the characters of one subset. */
const fontsource = (role: FontRole, packageName: string, family: string, subset: string): FontSource => ({
  role,
  name: `${family}-Regular`,
  package: `@fontsource/${packageName}`,
  file: `files/${packageName}-${subset}-400-normal.woff`,
});

/** The first font that has a glyph draws it. */
const SOURCES: readonly FontSource[] = [
  google('title', 'source-serif-4', 'SourceSerif4'),
  google('text', 'source-sans-3', 'SourceSans3'),
  google('strong', 'source-sans-3', 'SourceSans3', '600SemiBold'),
  google('script', 'noto-sans', 'NotoSans'), // Devanagari too
  google('script', 'ibm-plex-sans-arabic', 'IBMPlexSansArabic'),
  google('script', 'noto-naskh-arabic', 'NotoNaskhArabic'), // letters Plex lacks
  google('script', 'noto-sans-hebrew', 'NotoSansHebrew'),
  google('script', 'noto-sans-bengali', 'NotoSansBengali'),
  google('script', 'noto-sans-gurmukhi', 'NotoSansGurmukhi'),
  google('script', 'noto-sans-gujarati', 'NotoSansGujarati'),
  google('script', 'noto-sans-oriya', 'NotoSansOriya'),
  google('script', 'noto-sans-tamil', 'NotoSansTamil'),
  google('script', 'noto-sans-telugu', 'NotoSansTelugu'),
  google('script', 'noto-sans-kannada', 'NotoSansKannada'),
  google('script', 'noto-sans-malayalam', 'NotoSansMalayalam'),
  google('script', 'noto-sans-sinhala', 'NotoSansSinhala'),
  google('script', 'noto-sans-thai', 'NotoSansThai'),
  google('script', 'noto-sans-lao', 'NotoSansLao'),
  google('script', 'noto-sans-khmer', 'NotoSansKhmer'),
  google('script', 'noto-sans-myanmar', 'NotoSansMyanmar'),
  google('script', 'noto-serif-tibetan', 'NotoSerifTibetan'),
  google('script', 'noto-sans-georgian', 'NotoSansGeorgian'),
  google('script', 'noto-sans-armenian', 'NotoSansArmenian'),
  google('script', 'noto-sans-ethiopic', 'NotoSansEthiopic'),
  google('script', 'noto-sans-syriac', 'NotoSansSyriac'),
  google('script', 'noto-sans-thaana', 'NotoSansThaana'),
  google('zh-Hans', 'noto-sans-sc', 'NotoSansSC'),
  google('zh-Hant', 'noto-sans-tc', 'NotoSansTC'),
  google('ja', 'noto-sans-jp', 'NotoSansJP'),
  google('ko', 'noto-sans-kr', 'NotoSansKR'),
  google('symbols', 'noto-sans-symbols', 'NotoSansSymbols'),
  google('symbols', 'noto-sans-symbols-2', 'NotoSansSymbols2'),
  google('symbols', 'noto-sans-math', 'NotoSansMath'),
  google('emoji', 'noto-emoji', 'NotoEmoji'),
  // After symbols and Han, whose punctuation some of these have too.
  google('script', 'noto-sans-adlam', 'NotoSansAdlam'),
  google('script', 'noto-sans-balinese', 'NotoSansBalinese'),
  google('script', 'noto-sans-canadian-aboriginal', 'NotoSansCanadianAboriginal'),
  google('script', 'noto-sans-chakma', 'NotoSansChakma'),
  google('script', 'noto-sans-cham', 'NotoSansCham'),
  google('script', 'noto-sans-cherokee', 'NotoSansCherokee'),
  google('script', 'noto-sans-deseret', 'NotoSansDeseret'),
  google('script', 'noto-sans-glagolitic', 'NotoSansGlagolitic'),
  google('script', 'noto-sans-hanifi-rohingya', 'NotoSansHanifiRohingya'),
  google('script', 'noto-sans-javanese', 'NotoSansJavanese'),
  google('script', 'noto-sans-khudawadi', 'NotoSansKhudawadi'),
  google('script', 'noto-sans-lisu', 'NotoSansLisu'),
  google('script', 'noto-sans-meetei-mayek', 'NotoSansMeeteiMayek'),
  google('script', 'noto-sans-mongolian', 'NotoSansMongolian'),
  google('script', 'noto-sans-nko', 'NotoSansNKo'),
  google('script', 'noto-sans-ol-chiki', 'NotoSansOlChiki'),
  google('script', 'noto-sans-old-permic', 'NotoSansOldPermic'),
  google('script', 'noto-sans-osage', 'NotoSansOsage'),
  google('script', 'noto-sans-shavian', 'NotoSansShavian'),
  google('script', 'noto-sans-siddham', 'NotoSansSiddham'),
  google('script', 'noto-sans-syloti-nagri', 'NotoSansSylotiNagri'),
  google('script', 'noto-sans-tai-viet', 'NotoSansTaiViet'),
  google('script', 'noto-sans-tifinagh', 'NotoSansTifinagh'),
  google('script', 'noto-sans-vai', 'NotoSansVai'),
  google('script', 'noto-sans-yi', 'NotoSansYi'),
  fontsource('script', 'noto-sans-mende-kikakui', 'NotoSansMendeKikakui', 'all'),
  fontsource('script', 'noto-sans-tirhuta', 'NotoSansTirhuta', 'all'),
  fontsource('script', 'noto-sans-warang-citi', 'NotoSansWarangCiti', 'all'),
  fontsource('script', 'noto-serif-np-hmong', 'NotoSerifNPHmong', 'nyiakeng-puachue-hmong'),
  fontsource('lastResort', 'unifont', 'Unifont', 'latin'), // all of the first plane, whatever its file is called
];

/** Quality 5 takes two seconds for all fonts and 6 % more space than 9, which takes ten. */
const BROTLI_QUALITY = 5;

const require = createRequire(import.meta.url);
const compress = promisify(brotliCompress);

/**
 * Fills a directory with the files that `drawEntryPage` needs beside its bundle: fonts, their index, HarfBuzz, and the
 * licences the fonts must travel with. About 24 MB, in about two seconds.
 * @param targetDirectory created if missing
 */
export async function collectFonts(targetDirectory: string): Promise<void> {
  await mkdir(targetDirectory, { recursive: true });
  const harfbuzz = dirname(require.resolve('harfbuzzjs'));
  const wasm = [FONT_DIRECTORY.shaper, FONT_DIRECTORY.subsetter];
  await Promise.all(wasm.map((file) => copyFile(join(harfbuzz, file), join(targetDirectory, file))));
  const module = await compileWasm(await readFile(join(harfbuzz, FONT_DIRECTORY.shaper)));
  const records = await Promise.all(SOURCES.map((source) => collectFont(source, module, targetDirectory)));
  await writeFile(join(targetDirectory, FONT_DIRECTORY.index), JSON.stringify(records));
  await writeFile(join(targetDirectory, 'LICENSES.txt'), await licenses());
}

async function collectFont(
  source: FontSource,
  module: Awaited<ReturnType<typeof compileWasm>>,
  targetDirectory: string,
): Promise<FontRecord> {
  const bytes = await readFile(join(packageDirectory(source.package), source.file));
  const font = source.file.endsWith('.woff') ? unpackWoff(bytes) : bytes;
  const file = `${source.name}.ttf.br`;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: font.length,
  };
  await writeFile(join(targetDirectory, file), await compress(font, { params }));
  const shaper = await Shaper.create(module);
  return {
    name: source.name,
    role: source.role,
    file,
    ...metrics(font),
    ranges: toRanges(shaper.codePoints(font)),
  };
}

function packageDirectory(name: string): string {
  return dirname(require.resolve(`${name}/package.json`));
}

/** Returns the lengths that a PDF font descriptor states, from the tables head, hhea and OS/2 (OpenType 1.9). */
function metrics(font: Buffer) {
  const tables = new Map<string, number>();
  for (let index = 0; index < font.readUInt16BE(4); index++) {
    const record = 12 + index * 16;
    tables.set(font.toString('latin1', record, record + 4), font.readUInt32BE(record + 8));
  }
  const [head = 0, hhea = 0, os2 = 0] = ['head', 'hhea', 'OS/2'].map((tag) => tables.get(tag) ?? 0);
  const ascent = font.readInt16BE(hhea + 4);
  return {
    unitsPerEm: font.readUInt16BE(head + 18),
    ascent,
    descent: font.readInt16BE(hhea + 6),
    capHeight: font.readUInt16BE(os2) >= 2 ? font.readInt16BE(os2 + 88) : ascent,
    boundingBox: [36, 38, 40, 42].map((offset) => font.readInt16BE(head + offset)),
  };
}

function toRanges(codePoints: Uint32Array): number[] {
  const ranges: number[] = [];
  for (const codePoint of codePoints) {
    if (ranges.at(-1) === codePoint - 1) ranges[ranges.length - 1] = codePoint;
    else ranges.push(codePoint, codePoint);
  }
  return ranges;
}

/** Unpacks WOFF 1.0 (https://www.w3.org/TR/WOFF/), a TrueType file with each table deflated. */
function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const header = Buffer.alloc(12 + count * 16);
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(count, 4);
  const parts: Buffer[] = [header];
  let offset = header.length;
  for (let index = 0; index < count; index++) {
    const entry = 44 + index * 20;
    const start = woff.readUInt32BE(entry + 4);
    const stored = woff.readUInt32BE(entry + 8);
    const length = woff.readUInt32BE(entry + 12);
    const data = woff.subarray(start, start + stored);
    const record = 12 + index * 16;
    woff.copy(header, record, entry, entry + 4);
    woff.copy(header, record + 4, entry + 16, entry + 20);
    header.writeUInt32BE(offset, record + 8);
    header.writeUInt32BE(length, record + 12);
    const table = stored < length ? inflateSync(data) : data;
    const padding = Buffer.alloc((4 - (length % 4)) % 4);
    parts.push(table, padding);
    offset += length + padding.length;
  }
  return Buffer.concat(parts);
}

/** These are under the Open Font License, in packages without its text. */
const COPYRIGHT: Readonly<Record<string, string>> = {
  '@fontsource/noto-sans-mende-kikakui':
    'Copyright 2022 The Noto Project Authors (https://github.com/notofonts/mende-kikakui)',
  '@fontsource/noto-sans-tirhuta': 'Copyright 2018 Google Inc. All Rights Reserved.',
  '@fontsource/noto-sans-warang-citi':
    'Copyright 2022 The Noto Project Authors (https://github.com/notofonts/warang-citi)',
};

/** Collects the licences: the Open Font License travels with the fonts (its section 2), the MIT licence with HarfBuzz. */
async function licenses(): Promise<string> {
  const packages = [...new Set(SOURCES.map((source) => source.package))];
  const openFontLicense = await readFile(
    join(packageDirectory('@expo-google-fonts/noto-sans'), 'LICENSE_FONT'),
    'utf8',
  );
  const texts = await Promise.all([
    ...packages.map(async (name) => {
      const copyright = COPYRIGHT[name];
      if (copyright) return `${name}\n\n${copyright}\n${openFontLicense.replace(/^Copyright.*\n/, '')}`;
      const file = name.startsWith('@expo-google-fonts/') ? 'LICENSE_FONT' : 'LICENSE';
      return `${name}\n\n${await readFile(join(packageDirectory(name), file), 'utf8')}`;
    }),
    readFile(join(dirname(require.resolve('harfbuzzjs')), '..', 'LICENSE'), 'utf8').then(
      (text) => `harfbuzzjs\n\n${text}`,
    ),
  ]);
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}
