import { readFile } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { OpenPdf, UnopenedPdfError } from '../../../shared/pdf/pdfium/document.ts';
import { FreshPdfium } from '../../../shared/pdf/pdfium/freshPdfium.ts';
import { Layers } from '../../../shared/pdf/pdfium/layers.ts';
import type { Pdfium } from '../../../shared/pdf/pdfium/pdfium.ts';
import { transcriptOf } from '../../../shared/pdf/pdfium/transcript.ts';
import { pdfFixtures, readFixture } from '../../support/files/fixtures.ts';
import { pdfiumFile, startPdfium } from './pdfium.ts';

// The library es2024 has no types for WebAssembly.
declare const WebAssembly: {
  readonly Module: {
    new (bytes: Uint8Array): object;
    imports(module: object): { readonly name: string }[];
  };
  instantiate(
    module: object,
    imports: { readonly env: Readonly<Record<string, (...values: number[]) => unknown>> },
  ): Promise<object>;
};

/** Returns the text of the first page, or why there is none. Leaves the file open, as a file does that is not read to its end. */
function firstText(pdfium: Pdfium, file: Uint8Array): string | undefined {
  try {
    const pdf = OpenPdf.open(pdfium, file);
    const layers = new Layers(pdfium, pdf, file);
    pdf.openForms((page) => layers.hideAnnotations(page));
    return pdf.withPage(0, (page) => transcriptOf(pdfium, layers, page, 1000));
  } catch (error) {
    if (error instanceof UnopenedPdfError) return error.refusal;
    throw error;
  }
}

const memoryOf = (pdfium: Pdfium): Buffer => Buffer.from(pdfium.bytes(0, pdfium.megabytes * 2 ** 20));

// Threat: A hostile PDF attacks the service
test('every file finds the memory of an instance that has just started', async () => {
  const fresh = new FreshPdfium(() => startPdfium(384));
  const asStarted = memoryOf(await startPdfium(384));
  const used = new Set<Pdfium>();

  for (const { file } of [...pdfFixtures, ...pdfFixtures.toReversed()]) {
    const bytes = readFixture(file);
    const pdfium = await fresh.next();
    used.add(pdfium);
    expect(memoryOf(pdfium).subarray(0, asStarted.length).equals(asStarted), file).toBe(true);
    expect(firstText(pdfium, bytes), file).toBe(firstText(await startPdfium(384), bytes));
    // What a hostile file may do in the end.
    const memory = pdfium.bytes(0, pdfium.megabytes * 2 ** 20);
    memory.fill(7, memory.length / 2);
  }
  expect(used.size).toBeLessThan(pdfFixtures.length);
});

test('a large file leaves its memory to nobody', async () => {
  const fresh = new FreshPdfium(() => startPdfium(384));
  const first = await fresh.next();
  first.withMemory(100 * 2 ** 20, () => undefined);

  const second = await fresh.next();

  expect(second).not.toBe(first);
  expect(second.megabytes).toBeLessThan(64);
});

// Threat: A hostile PDF attacks the service
test('PDFium can open no files, not even those that Emscripten always has', async () => {
  const instantiate = vi.spyOn(WebAssembly, 'instantiate');
  const pdfium = await startPdfium(384);
  const [, { env } = { env: {} }] = instantiate.mock.calls[0] ?? [];
  instantiate.mockRestore();

  const opened = pdfium.withMemory(16, (path) => {
    pdfium.bytes(path, 16).set(Buffer.from('/dev/null\0'));
    return env.__syscall_openat?.(-100, path, 0, 0);
  });
  expect(opened).toBe(-44);
});

// Threat: A hostile PDF attacks the service
test('PDFium has nothing that outlasts a file, except what is cleared', async () => {
  const module = new WebAssembly.Module(await readFile(pdfiumFile));
  const outside = WebAssembly.Module.imports(module).map(({ name }) => name);

  // Of these, only openat, unlinkat and rmdir reach a file without an open one. openat finds none, and the others only remove.
  expect(outside.filter((name) => /^__syscall|^fd_/.test(name)).sort()).toEqual([
    '__syscall_fcntl64',
    '__syscall_fstat64',
    '__syscall_ftruncate64',
    '__syscall_getdents64',
    '__syscall_ioctl',
    '__syscall_lstat64',
    '__syscall_newfstatat',
    '__syscall_openat',
    '__syscall_rmdir',
    '__syscall_stat64',
    '__syscall_unlinkat',
    'fd_close',
    'fd_read',
    'fd_seek',
    'fd_sync',
    'fd_write',
  ]);
});
