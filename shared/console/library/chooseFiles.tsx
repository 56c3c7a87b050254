import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Button, Icon } from '../parts/controls.tsx';
import { isReaderOnly, may } from '../service/api.ts';
import { t } from '../words/words.ts';
import { take } from './newVersion.tsx';
import { dropTarget } from './uploads.ts';

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

/** Accepts files and folders that are dropped anywhere in the window. */
export function DropPlace() {
  const isOver = useSignal(false);
  useEffect(() => {
    const controller = new AbortController();
    const on = (name: 'dragover' | 'dragleave' | 'drop', act: (event: DragEvent) => void) =>
      addEventListener(name, act, { signal: controller.signal });
    const takes = (event: DragEvent): boolean => {
      const isTaken = hasFiles(event) && may('document#write') && !isReaderOnly.value;
      if (isTaken) event.preventDefault();
      return isTaken;
    };
    on('dragover', (event) => {
      if (takes(event)) isOver.value = true;
    });
    on('dragleave', (event) => {
      if (event.relatedTarget === null) isOver.value = false;
    });
    on('drop', (event) => {
      isOver.value = false;
      if (takes(event)) void droppedFiles(event.dataTransfer).then(take);
    });
    return () => controller.abort();
  }, []);
  if (!isOver.value) return null;
  const target = dropTarget.value;
  return (
    <div class="drop-place titled" aria-hidden="true">
      <Icon name="upload" />
      {target ? t('uploads.dropVersion', { title: target.title }) : t('uploads.drop')}
    </div>
  );
}

/** Returns the files that were dropped, and the PDFs in folders that were dropped, in the order of their paths. */
async function droppedFiles(data: DataTransfer | null): Promise<File[]> {
  // The browser forgets the entries when this event ends, so all are read before the first wait.
  const entries = [...(data?.items ?? [])].flatMap((item) => item.webkitGetAsEntry() ?? []);
  return (await Promise.all(entries.map((entry) => filesOf(entry)))).flat();
}

/** `isInside`: whether the entry is in a folder. People drop a folder for its PDFs, so its other files are left out. */
async function filesOf(entry: FileSystemEntry, isInside = false): Promise<File[]> {
  if (isFolder(entry)) {
    const within = await entriesOf(entry.createReader());
    within.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
    return (await Promise.all(within.map((one) => filesOf(one, true)))).flat();
  }
  if (isInside && !/\.pdf$/i.test(entry.name)) return [];
  return [await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))];
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

/** Reads a folder. A browser gives its entries in parts; an empty part is the end. */
async function entriesOf(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
  return part.length === 0 ? [] : [...part, ...(await entriesOf(reader))];
}

/** A button that opens the browser's dialog to choose files. */
export function ChooseFiles({ label, isPrimary }: { readonly label: string; readonly isPrimary?: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        text={label}
        look={isPrimary ? 'primary' : undefined}
        icon="upload"
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        accept="application/pdf,.pdf"
        multiple={dropTarget.value === null}
        hidden
        aria-label={label}
        onChange={(event) => {
          take(event.currentTarget.files);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
