import { askedBy, parametersOf } from './asked.ts';
import { barOf, connectBar } from './bar.ts';
import { columnOf, pagesIn, setShape } from './column.ts';
import { writeInReadersZone } from './ends.ts';
import { keepFragment, restoreFragment } from './fragment.ts';
import { watchReplacement } from './replaced.ts';
import { countTimes } from './times.ts';

writeInReadersZone();

const replaced = document.getElementById('replaced');
if (replaced) watchReplacement(replaced);

const note = document.getElementById('times');
const observe = note ? countTimes(note) : () => {};

const section = document.querySelector<HTMLElement>('[data-count]');
const list = section?.querySelector<HTMLElement>('.sheets');
const bar = section && barOf(section);
const waiting = document.querySelector<HTMLElement>('.waiting');
if (waiting) keepFragment(waiting.dataset.again ?? '');
if (section && list && bar) {
  const isRestored = restoreFragment();
  const count = Number(section.dataset.count);
  if (section.dataset.file === undefined) {
    for (const page of pagesIn(list))
      if (page instanceof HTMLImageElement) {
        const sheet = page.closest('li');
        if (sheet) setShape(sheet, page.width, page.height);
      }
    const jump = connectBar(bar, section, columnOf(list, bar.element, count));
    // The browser itself follows `#page-5`, unless the script put it into the address.
    const { page, search } = askedBy(location.hash);
    if (page && (isRestored || search !== '')) jump(page);
  } else {
    // The library that draws is ten times as large as everything else, so it loads only for files.
    import('./drawn/drawn.ts')
      .then(({ draw }) => draw({ section, list, bar, onPages: observe }))
      .catch((error: unknown) => {
        reportError(error);
        showAsWithoutScript(section);
      });
  }
}

/** Shows the file in the browser's own viewer, and on phones the buttons for the file. */
function showAsWithoutScript(section: HTMLElement): void {
  const { file = '', label = '' } = section.dataset;
  for (const part of document.querySelectorAll('.fold, .tools, .sheets, .loading')) part.remove();
  const element = document.createElement('iframe');
  element.src = `${file}#view=FitH&navpanes=0${parametersOf(askedBy(location.hash))}`;
  element.title = label;
  element.referrerPolicy = 'no-referrer';
  section.append(element);
}
