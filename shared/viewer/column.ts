/** The pages of a document, one below the other. */
export interface Column {
  /** The number of the document's pages. Not all of them need to be in the column. */
  readonly count: number;
  /** Returns the number of the page that the reader looks at. */
  current(): number;
  /** Scrolls to the top of a page, and returns false if the column does not have it. */
  goTo(page: number): boolean;
  /** Whether pages are wider than the column, so that the reader scrolls them to the side. */
  isWide(): boolean;
  /** Changes the size by steps: 1 is larger, -1 is smaller, 0 is the fitted size. Returns the factor of the fitted size. */
  zoom(step: -1 | 0 | 1): number;
  /** Changes sizes, and keeps the point of the page on which the reader's eyes are. */
  keepingPlace(change: () => void): void;
  /** Shows whole pages, or pages of the column's width. */
  fitPage(isWhole: boolean): void;
}

/** The factors of the fitted size that a reader can choose. */
const factors = [0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3, 4];
const unchanged = factors.indexOf(1);

/** Returns the elements that show a page. Each has its number in `data-page`. */
export const pagesIn = (list: ParentNode): HTMLElement[] => [
  ...list.querySelectorAll<HTMLElement>('[data-page]'),
];

export const numberOf = ({ dataset }: HTMLElement): number => Number(dataset.page);

/**
 * Makes a column of the pages in a list. The style sheet gives each page its size from the properties `--zoom` of the list and `--shape`
 * (width by height) of the page.
 *
 * @param bar covers the top of the window
 */
export function columnOf(list: HTMLElement, bar: HTMLElement, count: number): Column {
  let index = unchanged;
  const element = (page: number) => list.querySelector<HTMLElement>(`[data-page="${page}"]`);
  const top = () => bar.getBoundingClientRect().bottom;

  /**
   * The page that crosses a line below the bar, at a third of the rest of the window. If pages are so short that others begin above the line,
   * the first page that begins below the bar.
   */
  const looked = (): HTMLElement | undefined => {
    const pages = pagesIn(list);
    const line = top() + (innerHeight - top()) / 3;
    let [low, high] = [0, pages.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((pages[middle]?.getBoundingClientRect().top ?? 0) > line) high = middle - 1;
      else low = middle;
    }
    while (low > 0 && (pages[low - 1]?.getBoundingClientRect().top ?? 0) >= top()) low--;
    return pages[low];
  };

  /** The page at which the reader looks, and the part of it that is above the window. */
  const placeNow = () => {
    const page = looked();
    const place = page?.getBoundingClientRect();
    return { page, part: place ? (top() - place.top) / place.height : 0 };
  };
  const goBack = ({ page, part }: ReturnType<typeof placeNow>) => {
    const now = page?.getBoundingClientRect();
    const by = now ? now.top + part * now.height - top() : 0;
    // Scrolling by nothing could stop a finger's movement.
    if (Math.abs(by) >= 1) scrollBy({ top: by, behavior: 'instant' });
  };
  const keepingPlace = (change: () => void) => {
    const place = placeNow();
    change();
    goBack(place);
  };

  // When the window gets another width, as of a phone that is turned, all pages change their heights.
  let width = list.clientWidth;
  let place = placeNow();
  const remember = () => {
    if (list.clientWidth === width) place = placeNow();
  };
  addEventListener('scroll', remember, { passive: true });
  new ResizeObserver(() => {
    if (list.clientWidth === width) return;
    width = list.clientWidth;
    goBack(place);
  }).observe(list);

  return {
    count,
    current: () => {
      const page = looked();
      return page ? numberOf(page) : 1;
    },
    goTo: (page) => {
      const found = element(page);
      if (!found) return false;
      const by = found.getBoundingClientRect().top - top() - 8;
      scrollBy({ top: by, behavior: 'instant' });
      return true;
    },
    zoom: (step) => {
      index = step === 0 ? unchanged : Math.min(Math.max(index + step, 0), factors.length - 1);
      const factor = factors[index] ?? 1;
      keepingPlace(() => {
        list.style.setProperty('--zoom', String(factor));
        // Wide pages scroll to the side, also by keyboard.
        list.tabIndex = factor > 1 ? 0 : -1;
      });
      return factor;
    },
    keepingPlace,
    isWide: () => list.scrollWidth > list.clientWidth,
    fitPage: (isWhole) => keepingPlace(() => list.classList.toggle('whole', isWhole)),
  };
}

/** Tells the style sheet how wide a page is in proportion to its height. */
export const setShape = ({ style }: HTMLElement, width: number, height: number): void =>
  style.setProperty('--shape', String(width / height));
