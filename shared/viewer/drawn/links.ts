import { type EventBus, PDFLinkService, type PDFPageView } from 'pdfjs-dist/legacy/web/pdf_viewer.mjs';
import type { Bar } from '../bar.ts';

/** The library's links. They lead within the document, and to addresses of these schemes; all others do nothing. */
export class Links extends PDFLinkService {
  static readonly #schemes = ['https:', 'http:', 'mailto:', 'tel:'];

  override addLinkAttributes(link: HTMLAnchorElement, url: string): void {
    const address = URL.parse(url);
    if (!address || !Links.#schemes.includes(address.protocol)) {
      link.removeAttribute('href');
      return;
    }
    link.href = address.href;
    // Readers see where a link leads before they follow it.
    link.title = address.href;
    link.ariaLabel = address.href;
    link.target = '_blank';
    link.rel = 'noopener noreferrer nofollow';
  }

  /** Layers stay as the file shows them. */
  override async executeSetOCGState(): Promise<void> {}
}

/** The named actions that lead to a page (ISO 32000-2, 12.6.4.12). Others ask for a window of the viewer, or for the way back. */
const pageActions = new Set<unknown>(['NextPage', 'PrevPage', 'FirstPage', 'LastPage']);

/** Returns whether a named action leads to a page of the document. */
export const leadsToPage = (action: unknown): boolean => pageActions.has(action);

/** What the library knows of a link. */
interface Annotation {
  readonly id: string | undefined;
  /** The name of a named action. */
  readonly action?: unknown;
}

/** Gives links within the document a name for readers who hear the page, and removes those that lead nowhere. */
export function nameLinks(eventBus: EventBus, { words, say }: Bar): void {
  eventBus.on('annotationlayerrendered', async ({ source }: { readonly source: PDFPageView }) => {
    const links = [...source.div.querySelectorAll<HTMLAnchorElement>('.linkAnnotation a')];
    for (const link of links)
      if (!link.hasAttribute('href')) link.remove();
      else if (link.title === '') link.ariaLabel ??= words('within', {});
      else link.addEventListener('focus', () => say(link.title));

    // The library gives actions an empty address, also those that it does not carry out.
    const acting = links.filter((link) => link.getAttribute('href') === '');
    if (acting.length === 0) return;
    // Without them, no action is known to lead to a page.
    const annotations: readonly Annotation[] = (await source.pdfPage?.getAnnotations().catch(() => [])) ?? [];
    const leading = new Set(annotations.filter(({ action }) => leadsToPage(action)).map(({ id }) => id));
    for (const link of acting) if (!leading.has(link.dataset.elementId)) link.remove();
  });
}
