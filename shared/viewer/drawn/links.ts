import { type EventBus, PDFLinkService, type PDFPageView } from 'pdfjs-dist/legacy/web/pdf_viewer.mjs';
import type { Bar } from '../bar.ts';

/** The library's links. They lead within the document, and to addresses of these schemes; all others do nothing. */
export class Links extends PDFLinkService {
  static readonly #schemes = ['https:', 'mailto:'];

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

/** Gives links within the document a name for readers who hear the page, and removes those that lead nowhere. */
export function nameLinks(eventBus: EventBus, { words, say }: Bar): void {
  eventBus.on('annotationlayerrendered', ({ source }: { readonly source: PDFPageView }) => {
    for (const link of source.div.querySelectorAll<HTMLAnchorElement>('.linkAnnotation a'))
      if (!link.hasAttribute('href')) link.remove();
      else if (link.title === '') link.ariaLabel ??= words('within', {});
      else link.addEventListener('focus', () => say(link.title));
  });
}
