import { describe, expect, test } from 'vitest';
import { mayHideLayers } from '../../../shared/pdf/layerState.ts';
import { rawPage, stream } from '../../support/files/rawPdf.ts';
import { drawingOfTests, inkIn, type Rectangle, type Shown } from './drawings.ts';

const { shownPages, copyOf } = drawingOfTests();

async function shown(file: Uint8Array): Promise<Shown> {
  const [page] = await shownPages(file);
  if (!page) throw new Error('the page is not there');
  return page;
}

const place: Rectangle = [20, 20, 160, 50];
const appearance = (text: string) =>
  stream(
    '/Subtype/Form/BBox[0 0 140 30]/Resources<</Font<</F1 5 0 R>>>>',
    `BT /F1 14 Tf 2 8 Td (${text}) Tj ET`,
  );
interface Field {
  readonly entries: string;
  /** The text of its appearance. Without it, the file has none. */
  readonly drawn?: string;
  readonly page?: string;
  readonly form?: string;
  readonly text: string;
  readonly objects?: Readonly<Record<number, string>>;
  readonly isShown?: false;
}
const text = '/FT/Tx/T(a)/V(VALUE)/DA(/F1 14 Tf 0 g)';
const fields: Readonly<Record<string, Field>> = {
  'a text': { entries: `${text}/F 4`, drawn: 'VALUE', text: 'VALUE' },
  'a signature': { entries: '/FT/Sig/T(a)/F 132', drawn: 'Signed by Ada', text: 'Signed by Ada' },
  'a text without appearance': { entries: `${text}/F 4`, text: 'VALUE' },
  'a text in the file that asks for new appearances': {
    entries: `${text}/F 4`,
    form: '/NeedAppearances true',
    text: 'VALUE',
  },
  'a value of its parent': {
    entries: '/Parent 9 0 R/F 4',
    form: '/DA(/F1 14 Tf 0 g)',
    objects: { 9: '<</FT/Tx/T(p)/V(INHERITED)/Kids[8 0 R]>>' },
    text: 'INHERITED',
  },
  'a choice': {
    entries: '/FT/Ch/Ff 131072/T(a)/V(c2)/Opt[[(c1)(First)][(c2)(Second)]]/DA(/F1 14 Tf 0 g)/F 4',
    text: 'Second',
  },
  'a field with scripts': {
    entries: `${text}/F 4/AA<</F<</S/JavaScript/JS(event.value="RUN")>>/C<</S/JavaScript/JS(event.value="RUN")>>>>`,
    page: '/AA<</O<</S/JavaScript/JS(this.getField("a").value="RUN")>>>>',
    drawn: 'VALUE',
    text: 'VALUE',
  },
  'a hidden field': { entries: `${text}/F 2`, drawn: 'VALUE', text: '', isShown: false },
  'a password': { entries: '/FT/Tx/Ff 8192/T(a)/V(SECRET)/DA(/F1 14 Tf 0 g)/F 4', text: '' },
  'a value that its appearance leaves out': {
    entries: `${text}/F 4`,
    objects: { 9: stream('/Subtype/Form/BBox[0 0 140 30]', '') },
    text: '',
    isShown: false,
  },
};

test.for(Object.entries(fields))(
  'form fields: %s: the picture and the text have what it shows',
  async ([, field]) => {
    const { entries, drawn, page = '', form = '', objects = {}, isShown = true } = field;
    const all = drawn === undefined ? objects : { 9: appearance(drawn), ...objects };
    const look = 9 in all && !entries.includes('/Parent') ? '/AP<</N 9 0 R>>' : '';
    const root = entries.includes('/Parent') ? 9 : 8;
    const widget = `<</Type/Annot/Subtype/Widget/Rect[20 20 160 50]${entries}${look}/P 3 0 R>>`;
    const file = (fieldsOfForm: string) =>
      rawPage({
        content: 'BT /F1 24 Tf 40 100 Td (Form) Tj ET',
        catalog: fieldsOfForm,
        page: `/Annots[8 0 R]${page}`,
        objects: { ...all, 8: widget },
      });

    const made = file(`/AcroForm<</Fields[${root} 0 R]/DR<</Font<</F1 5 0 R/ZaDb 7 0 R>>>>${form}>>`);
    const { picture, text } = await shown(made);

    expect(inkIn(picture, place) > 0).toBe(isShown);
    expect(text.split('\r\n').slice(1).join('\n')).toBe(field.text);
    // Readers of a copy see the same.
    const copy = await shown(await copyOf(made));
    expect(inkIn(copy.picture, place)).toBe(inkIn(picture, place));
  },
);

describe('the text beside a picture', () => {
  const said = (text: string, x: number, y: number) => `BT /F1 14 Tf ${x} ${y} Td (${text}) Tj ET`;
  const both = `${said('SEEN', 110, 90)} ${said('OUTSIDE', 110, 5)}`;
  const layers = '/OCProperties<</OCGs[10 0 R 11 0 R]/D<</OFF[10 0 R]>>>>';
  const groups = { 10: '<</Type/OCG/Name(one)>>', 11: '<</Type/OCG/Name(one)>>' };
  const on = (layer: string, content: string) => `/OC /${layer} BDC ${content} EMC`;
  const properties =
    '/Properties<</a 10 0 R/b 11 0 R/c<</Type/OCMD/P/AllOn/OCGs[10 0 R 11 0 R]>>/d<</Type/OCMD/OCGs[10 0 R 11 0 R]>>>>';
  const form = (content: string, entries = '') =>
    stream(`/Type/XObject/Subtype/Form/BBox[0 0 300 200]/Resources<</Font<</F1 5 0 R>>>>${entries}`, content);
  const comment = (entries: string) =>
    `/Annots[<</Type/Annot/Subtype/FreeText/Rect[0 0 300 200]/F 4/AP<</N 8 0 R>>${entries}>>]`;
  const files: Readonly<Record<string, Parameters<typeof rawPage>[0]>> = {
    'outside the crop box': { content: both, page: '/CropBox[100 50 220 150]' },
    'outside a crop box of the page tree': {
      content: both,
      objects: { 2: '<</Type/Pages/Kids[3 0 R]/Count 1/CropBox[100 50 220 150]>>' },
    },
    'on a hidden layer': {
      content: `${on('a', said('HIDDEN', 40, 40))} ${on('b', said('SEEN', 40, 90))}`,
      catalog: layers,
      resources: properties,
      objects: groups,
    },
    'in a form XObject on a hidden layer': {
      content: '/X Do /Y Do',
      catalog: layers,
      resources: '/XObject<</X 8 0 R/Y 9 0 R>>',
      objects: {
        ...groups,
        8: form(said('HIDDEN', 40, 40), '/OC 10 0 R'),
        9: form(said('SEEN', 40, 90), '/OC 11 0 R'),
      },
    },
    'beside pale text of a layer': {
      content: `/G gs ${on('a', said('HIDDEN', 40, 40))} ${on('b', said('SEEN', 40, 90))}`,
      catalog: layers,
      resources: `${properties}/ExtGState<</G<</ca 0.4/BM/Multiply>>>>`,
      objects: groups,
    },
    'a comment on a hidden layer': {
      content: said('SEEN', 110, 90),
      catalog: layers,
      page: comment('/OC 10 0 R'),
      objects: { ...groups, 8: form(said('HIDDEN', 40, 40)) },
    },
  };

  test.for(Object.entries(files))('lacks what is not in the picture: %s', async ([, file]) => {
    const { picture, text } = await shown(rawPage(file));
    expect(text.trim()).toBe('SEEN');
    // The letters of SEEN alone.
    const alone = await shown(
      rawPage({ ...file, content: file.content.replace(/\((HIDDEN|OUTSIDE)\)/, '()') }),
    );
    expect(picture.rgba).toEqual(alone.picture.rgba);
  });

  test.for([
    ['a hidden layer', '/OCProperties<</D<</OFF[1 0 R]>>>>', true],
    ['layers that begin hidden', '/OCProperties<</D<</BaseState/OFF>>>>', true],
    ['a condition', '/OCProperties<</D<<>>>> /OCMD/VE[/Not 1 0 R]', true],
    ['no hidden layer', '/OCProperties<</D<</OFF [ ]/ON[1 0 R]>>>>', false],
    ['no layer', '/OFF[1 0 R]', false],
  ] as const)('is examined for hidden layers if the file may have one: %s', ([, file, isExamined]) => {
    expect(mayHideLayers(Buffer.from(file))).toBe(isExamined);
  });

  test('has covered text, invisible text over a scan, and text of a visible layer', async () => {
    const content = `${said('COVERED', 40, 40)} 1 g 0 0 300 80 re f 3 Tr ${on('b', said('SCANNED', 40, 90))}`;
    const { text } = await shown(
      rawPage({ content, catalog: layers, resources: properties, objects: groups }),
    );
    expect(text.split(/\s+/)).toEqual(['COVERED', 'SCANNED']);
  });
});
