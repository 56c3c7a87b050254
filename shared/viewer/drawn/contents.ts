import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Bar } from '../bar.ts';
import { type Links, leadsToPage } from './links.ts';

type Entry = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>[number] & {
  /** A named action. The library's declaration does not have it. */
  readonly action?: unknown;
};

/** The deepest level of the list, and the most entries: a damaged file can have endless ones. */
const limits = { depth: 8, entries: 2000 };

/** Offers the contents that the author of a file gave it; nothing without them. */
export async function offerContents(pdf: PDFDocumentProxy, links: Links, { control }: Bar): Promise<void> {
  const button = control('contents');
  const panel = control<HTMLElement>('contents-list');
  const outline: readonly Entry[] | null = await pdf.getOutline();
  if (!button || !panel || !outline?.length) return;

  const show = (isShown: boolean) => {
    panel.hidden = !isShown;
    button.ariaExpanded = String(isShown);
    if (isShown) panel.querySelector<HTMLElement>('a, button:enabled')?.focus();
    else button.focus();
  };
  let left = limits.entries;
  const entryOf = ({ title, dest, action, url }: Entry): HTMLElement => {
    const named = { className: 'quiet', dir: 'auto', textContent: title.trim() || '…' };
    const link = document.createElement('a');
    links.addLinkAttributes(link, url ?? '');
    if (link.href !== '') return Object.assign(link, named, { ariaLabel: null });
    const button = Object.assign(document.createElement('button'), named);
    button.disabled = dest === null && !leadsToPage(action);
    button.addEventListener('click', () => {
      show(false);
      if (dest !== null) void links.goToDestination(dest);
      else links.executeNamedAction(String(action));
    });
    return button;
  };
  const listOf = (entries: readonly Entry[], depth: number): HTMLElement => {
    const list = document.createElement('ol');
    for (const item of entries) {
      if (left-- <= 0) break;
      const { items } = item;
      const line = document.createElement('li');
      line.append(entryOf(item));
      if (items.length > 0 && depth < limits.depth && left > 0) line.append(listOf(items, depth + 1));
      list.append(line);
    }
    return list;
  };
  panel.append(listOf(outline, 1));
  button.hidden = false;
  button.addEventListener('click', () => show(panel.hidden !== false));
  panel.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') show(false);
  });
}
