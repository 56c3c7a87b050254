import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { EventBus } from 'pdfjs-dist/legacy/web/pdf_viewer.mjs';
import { askedBy } from '../asked.ts';
import { type Bar, connectBar } from '../bar.ts';
import { columnOf } from '../column.ts';
import { keepPage, pageBefore } from '../kept.ts';
import { offerContents } from './contents.ts';
import { Finder, offerFind } from './find.ts';
import { Links, nameLinks } from './links.ts';
import { resources, startWorker } from './resources.ts';
import { sheetsOf } from './sheets.ts';
import { openSource } from './source.ts';

interface Drawing {
  /** Names the file's URL in `data-file`, and the address that leads to a new URL in `data-again`. */
  readonly section: HTMLElement;
  readonly list: HTMLElement;
  readonly bar: Bar;
  /** Called when the elements of all pages are there. */
  onPages(): void;
}

/** Draws a file into a list of pages. Rejects if it cannot be drawn. */
export async function draw({ section, list, bar, onPages }: Drawing): Promise<void> {
  const { file = '', again = '' } = section.dataset;
  const broken = startWorker();
  broken.catch(() => {});
  const source = await openSource(file, again, () => {
    // The reader's copy was made again, or the access has ended. The service decides what the reader sees now.
    location.reload();
  });
  const eventBus = new EventBus();
  const links = new Links({ eventBus });
  const findController = new Finder({ eventBus, linkService: links });
  const loading = getDocument({
    ...source,
    ...resources,
    // Only parts that are looked at are fetched.
    disableAutoFetch: true,
    disableStream: true,
    disableWorkerRendering: true,
    enableXfa: false,
    // The library's warnings are about faults of files. Only its authors can use them.
    verbosity: 0,
  });
  const pdf = await Promise.race([loading.promise, broken]);
  // Of some damaged files the library finds only the first pages. The browser's own viewer may find all that the service counted.
  if (pdf.numPages < Number(section.dataset.count)) throw new Error(`found only ${pdf.numPages} pages`);
  const column = columnOf(list, bar.element, pdf.numPages);
  const viewer = await sheetsOf(list, pdf, column, { eventBus, linkService: links, findController, bar });
  links.setDocument(pdf);
  links.setViewer(viewer);
  findController.setDocument(pdf);
  for (const total of section.querySelectorAll('.total')) total.textContent = String(pdf.numPages);
  section.querySelector('.loading')?.remove();
  connectBar(bar, section, column);
  nameLinks(eventBus, bar);
  onPages();
  const { page, search } = askedBy(location.hash);
  const start = pageBefore() ?? page;
  if (start) column.goTo(start);
  keepPage(column);
  // The search begins at the page that is shown.
  offerFind(eventBus, findController, bar, search);
  // A file whose contents are damaged can still be read.
  offerContents(pdf, links, bar).catch(reportError);
}
