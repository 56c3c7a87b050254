import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type EventBus, type PDFFindController, PDFPageView } from 'pdfjs-dist/legacy/web/pdf_viewer.mjs';
import type { Bar } from '../bar.ts';
import { type Column, setShape } from '../column.ts';
import type { Links } from './links.ts';

interface Parts {
  readonly eventBus: EventBus;
  readonly linkService: Links;
  readonly findController: PDFFindController;
  readonly bar: Bar;
}

/** What the library's links ask of a viewer. */
interface Viewer {
  currentPageNumber: number;
  readonly pagesRotation: number;
  readonly isInPresentationMode: boolean;
  scrollPageIntoView(to: { readonly pageNumber: number; readonly destArray?: readonly unknown[] }): void;
  nextPage(): void;
  previousPage(): void;
  pageLabelToPageNumber(): null;
}

interface Sheet {
  readonly number: number;
  readonly element: HTMLElement;
  readonly view: PDFPageView;
  /** The width of the page at scale 1, in CSS pixels. */
  width: number;
  isLoaded: boolean;
}

/** In CSS pixels at scale 1: the library's scale is that of points of 1/96 inch. */
const cssPixelsPerPoint = 96 / 72;
/** Pages this far outside of the window, in heights of the window, are drawn ahead. Those further away lose their pictures. */
const ahead = '100%';
const kept = '200%';
/** Phones have little memory for canvases. A larger page has fewer pixels than the screen could show. */
const maxCanvasPixels = matchMedia('(pointer: coarse)').matches ? 5 * 2 ** 20 : 2 ** 24;

/** The library's own texts are for other parts than pages, so they need no translation. */
const l10n = {
  pause() {},
  resume() {},
  translate: () => Promise.resolve(),
  getLanguage: () => document.documentElement.lang,
  getDirection: () => 'ltr',
  get: (_: unknown, __: unknown, fallback?: string) => Promise.resolve(fallback ?? ''),
};

/** Text can be selected, and links followed; form fields are drawn as they are (`AnnotationMode.ENABLE`, `TextLayerMode.ENABLE`). */
const modes = { annotationMode: 1, textLayerMode: 1 };

/** Makes an element for each page, and draws those that come near. Returns what links need. */
export async function sheetsOf(
  list: HTMLElement,
  pdf: PDFDocumentProxy,
  column: Column,
  { eventBus, linkService, findController, bar: { words } }: Parts,
): Promise<Viewer> {
  const first = await pdf.getPage(1);
  const defaultViewport = first.getViewport({ scale: cssPixelsPerPoint });
  const layerProperties = {
    annotationEditorUIManager: null,
    annotationStorage: pdf.annotationStorage,
    downloadManager: null,
    enableScripting: false,
    fieldObjectsPromise: null,
    findController,
    hasJSActionsPromise: null,
    linkService,
  };
  const sheets = new Map<Element, Sheet>();
  const all: Sheet[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const element = document.createElement('li');
    element.id = `page-${number}`;
    element.dataset.page = String(number);
    const container = document.createElement('div');
    element.append(container);
    list.append(element);
    setShape(element, defaultViewport.width, defaultViewport.height);
    // The library's declaration does not know that its translations can be replaced.
    const options = {
      container,
      eventBus,
      id: number,
      scale: 1,
      defaultViewport,
      layerProperties,
      ...modes,
      maxCanvasPixels,
      capCanvasAreaFactor: -1,
      enableDetailCanvas: false,
      enableAutoLinking: false,
      enableSelectionRendering: false,
      l10n,
    } as unknown as ConstructorParameters<typeof PDFPageView>[0];
    const view = new PDFPageView(options);
    view.div.removeAttribute('role');
    const sheet = { number, element, view, width: defaultViewport.width, isLoaded: false };
    sheets.set(element, sheet);
    all.push(sheet);
  }

  const isNear = new Set<Sheet>();
  let isDrawing = false;
  const middle = ({ element }: Sheet) => {
    const { top, bottom } = element.getBoundingClientRect();
    return Math.abs((top + bottom) / 2 - innerHeight / 2);
  };
  const scale = (sheet: Sheet) => sheet.element.clientWidth / sheet.width;
  /** Draws one page after the other, first the one in the middle of the window. */
  const drawNext = async () => {
    if (isDrawing) return;
    isDrawing = true;
    for (;;) {
      const [next] = [...isNear]
        .filter(({ view }) => view.renderingState === 0)
        .sort((a, b) => middle(a) - middle(b));
      if (!next) break;
      await drawSheet(next).catch(() => {
        isNear.delete(next);
        next.element.dataset.state = words('failed', { number: next.number });
      });
    }
    isDrawing = false;
  };
  const load = async (sheet: Sheet) => {
    const { number, view, element } = sheet;
    const page = await pdf.getPage(number);
    if (sheet.isLoaded) return;
    const { width, height } = page.getViewport({ scale: cssPixelsPerPoint });
    sheet.isLoaded = true;
    sheet.width = width;
    // Until now the page had the shape of the first one.
    column.keepingPlace(() => {
      setShape(element, width, height);
      view.setPdfPage(page);
    });
    view.update({ scale: scale(sheet) });
  };
  const drawSheet = async (sheet: Sheet) => {
    const { number, element, view } = sheet;
    // It may have failed before, and come near again.
    element.dataset.state = words('drawing', { number });
    if (!sheet.isLoaded) await load(sheet);
    view.update({ scale: scale(sheet) });
    await view.draw();
  };

  const near = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const sheet = sheets.get(target);
        if (!sheet) continue;
        if (isIntersecting) isNear.add(sheet);
        else isNear.delete(sheet);
      }
      void drawNext();
    },
    { rootMargin: `${ahead} 0px` },
  );
  const far = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) continue;
        // The keys of the viewer need the focus. The list keeps it when the text of a page goes.
        if (target.contains(document.activeElement)) list.focus({ preventScroll: true });
        sheets.get(target)?.view.destroy();
      }
    },
    { rootMargin: `${kept} 0px` },
  );
  const sized = new ResizeObserver((entries) => {
    const changed = entries.flatMap(({ target }) => {
      const sheet = sheets.get(target);
      if (!sheet) return [];
      const size = scale(sheet);
      return Math.abs(size - sheet.view.scale) > 0.001 ? [{ sheet, size }] : [];
    });
    // A change makes the browser arrange all pages again before it tells the next width, so all widths are read first.
    for (const { sheet, size } of changed) sheet.view.update({ scale: size });
    void drawNext();
  });
  for (const { element } of all) for (const observer of [near, far, sized]) observer.observe(element);

  const goTo = ({ number, view }: Sheet, destination: readonly unknown[] = []) => {
    column.goTo(number);
    scrollBy({ top: topOf(view, destination), behavior: 'instant' });
    // The library moves the focus to a page when its text comes. The text of this page may be there already.
    if (view.textLayer?.div.isConnected)
      eventBus.dispatch('textlayerrendered', { source: view, pageNumber: number });
  };

  return {
    pagesRotation: 0,
    isInPresentationMode: false,
    get currentPageNumber() {
      return column.current();
    },
    set currentPageNumber(page: number) {
      column.goTo(page);
    },
    scrollPageIntoView: ({ pageNumber, destArray }) => {
      const sheet = all[pageNumber - 1];
      if (sheet) void (sheet.isLoaded ? Promise.resolve() : load(sheet)).then(() => goTo(sheet, destArray));
    },
    nextPage: () => column.goTo(column.current() + 1),
    previousPage: () => column.goTo(column.current() - 1),
    pageLabelToPageNumber: () => null,
  };
}

/** Returns how far below the top of its page a destination is, in CSS pixels (ISO 32000-2, 12.3.2.2). */
function topOf({ viewport }: PDFPageView, [, kind, ...values]: readonly unknown[]): number {
  const { name } = (kind ?? {}) as { readonly name?: string };
  const [left, top] = name === 'XYZ' ? values : name === 'FitH' || name === 'FitBH' ? [0, values[0]] : [];
  if (typeof top !== 'number') return 0;
  const [, y = 0]: number[] = viewport.convertToViewportPoint(typeof left === 'number' ? left : 0, top);
  return Math.min(Math.max(0, y), viewport.height);
}
