import { fileTextMaxBytes, pageTextMaxBytes } from '../../../shared/contract/limits.ts';
import type { TextFacts } from '../../../shared/files/keptTexts.ts';
import { bytesOf, cleanedText, cutText } from '../../../shared/pdf/pageText.ts';
import { fileLimits, pageCharactersMax, unreadPagesMax } from './bounds.ts';
import { type TextThread, textThreadOf } from './textThread.ts';

/** The texts of a file's pages, as they are kept. Pages after the last one have none. */
export interface ReadTexts extends TextFacts {
  readonly texts: readonly string[];
  /** Why the file, or a page of it, has no text; undefined if everything was read. */
  readonly failure: string | undefined;
  /** The CPU time of the reading, in milliseconds. */
  readonly computedMilliseconds: number;
}

/** The time is read from the thread after this many pages. Reading it takes as long as a short page. */
const measuredPages = 20;

/** Returns the facts of a file whose text cannot be read. A file that can be read and has no text, such as a scan, is not truncated. */
export const withoutText = (page_count: number, failure: string): ReadTexts => ({
  page_count,
  has_text: false,
  truncated: true,
  texts: [],
  failure,
  computedMilliseconds: 0,
});

/**
 * Reads the texts of a file's pages, within limits of time, memory and length. A page that exceeds its limits has no text; then, and where
 * a text was cut, `truncated` is set. Rejects if no thread could start, which is not the file's fault.
 *
 * @param knownPages the number of pages that the processing of the file found; undefined if it found none
 */
export async function readTexts(file: Uint8Array, knownPages: number | undefined): Promise<ReadTexts> {
  const thread = textThreadOf(file);
  try {
    const opened = await thread.open();
    if (opened.outcome !== 'opened') {
      const failure =
        opened.outcome === 'stopped'
          ? opened.failure
          : opened.outcome === 'refused'
            ? opened.refusal
            : opened.outcome;
      return withoutText(knownPages ?? 0, failure);
    }
    const page_count = knownPages || opened.page_count;
    const collected = await collect(thread, Math.min(page_count, opened.page_count));
    await thread.measure();
    return { page_count, ...collected, computedMilliseconds: Math.round(thread.computedMilliseconds) };
  } finally {
    await thread.end();
  }
}

async function collect(
  thread: TextThread,
  pages: number,
): Promise<Pick<ReadTexts, 'texts' | 'has_text' | 'truncated' | 'failure'>> {
  const endsAt = performance.now() + fileLimits.milliseconds;
  const texts: string[] = [];
  let left = fileTextMaxBytes;
  let [truncated, unread] = [false, 0];
  let failure: string | undefined;
  while (texts.length < pages) {
    const page = texts.length + 1;
    if (page % measuredPages === 0) await thread.measure();
    const isTimeOver =
      thread.computedMilliseconds >= fileLimits.cpuMilliseconds || performance.now() >= endsAt;
    if (isTimeOver || unread >= unreadPagesMax || left === 0) {
      if (isTimeOver) failure = `${pages - texts.length} pages not read in time`;
      truncated = true;
      break;
    }
    const answer = await thread.read(page);
    if (answer.outcome === 'stopped') {
      failure = `page ${page}: ${answer.failure}`;
      truncated = true;
      unread += 1;
    }
    const whole = answer.outcome === 'read' ? answer.text : '';
    const cleaned = cleanedText(whole).trim();
    const text = cutText(cleaned, Math.min(pageTextMaxBytes, left));
    if (text.length < cleaned.length || whole.length >= pageCharactersMax) truncated = true;
    // What does not fit any more ends the text of the file, so that no later page has text after a gap.
    left = text.length < cleaned.length && left < pageTextMaxBytes ? 0 : left - bytesOf(text);
    texts.push(text);
  }
  return { texts, has_text: texts.some((text) => text !== ''), truncated, failure };
}
