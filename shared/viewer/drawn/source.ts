import { PDFDataRangeTransport } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** How much of a file is requested first. */
const firstBytes = 256 * 1024;
/**
 * The least that is requested later; neighbours come together. To find the last page, the library reads a few bytes about each page in some
 * files, so larger parts would load such files whole.
 */
const partBytes = 16 * 1024;
/** How often the first part is requested. The reader has not seen anything yet, and sees the page without script instead. */
const firstAttempts = 4;
const pauseMilliseconds = { first: 500, longest: 10_000 };

/** The file can no longer be read: the reader's access has ended, or the service answers a page instead of the file. */
class Unreadable extends Error {}

/** The file's bytes changed: the reader's copy was made again. */
class Replaced extends Error {}

interface Part {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The length of the whole file. */
  readonly length: number;
  readonly tag: string | null;
}

/** A file that can be read in parts. */
export interface Source {
  readonly range: PDFDataRangeTransport;
  readonly rangeChunkSize: number;
}

/**
 * Opens a file whose URL ends after some minutes.
 *
 * @param url the file's present URL
 * @param again the address of the service that leads to a new URL
 * @param onEnd called if the file can no longer be read, or changed
 */
export async function openSource(url: string, again: string, onEnd: () => void): Promise<Source> {
  let present = url;
  /** Requests a part, from a new URL if the present one has ended. */
  const request = async (begin: number, end: number): Promise<Part> => {
    let isEnded = false;
    const headers = { Range: `bytes=${begin}-${end - 1}` };
    for (const address of [present, again]) {
      const response = await fetch(address, { headers }).catch(() => undefined);
      // What the service said last counts, and no answer says nothing.
      isEnded = false;
      if (!response) continue;
      if (response.status === 200 || response.status === 206) {
        if (!response.headers.get('Content-Type')?.startsWith('application/pdf')) throw new Unreadable();
        present = response.url;
        const bytes = new Uint8Array(await response.arrayBuffer());
        const total = Number(response.headers.get('Content-Range')?.split('/')[1]);
        return {
          bytes: response.status === 206 ? bytes : bytes.slice(begin, end),
          length: response.status === 206 && total > 0 ? total : bytes.length,
          tag: response.headers.get('ETag'),
        };
      }
      isEnded = response.status < 500 && response.status !== 429;
    }
    throw isEnded ? new Unreadable() : new Error('no answer');
  };
  /** Requests a part until it is there: a phone may have no network for a while. */
  const part = async (begin: number, end: number, attempts = Number.POSITIVE_INFINITY): Promise<Part> => {
    for (let attempt = 1; ; attempt++)
      try {
        return await request(begin, end);
      } catch (error) {
        if (error instanceof Unreadable || attempt === attempts) throw error;
        const pause = Math.min(pauseMilliseconds.first * 2 ** attempt, pauseMilliseconds.longest);
        await new Promise((done) => setTimeout(done, pause));
      }
  };

  const first = await part(0, firstBytes, firstAttempts);
  class Parts extends PDFDataRangeTransport {
    override requestDataRange(begin: number, end: number): void {
      part(begin, end)
        .then(({ bytes, tag }) => {
          if (tag !== first.tag) throw new Replaced();
          this.onDataRange(begin, bytes);
        })
        .catch(onEnd);
    }
  }
  return { range: new Parts(first.length, first.bytes), rangeChunkSize: partBytes };
}
