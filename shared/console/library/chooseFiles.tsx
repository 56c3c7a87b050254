import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Button, Icon } from '../parts/controls.tsx';
import { isReaderOnly, may } from '../service/api.ts';
import { t } from '../words/words.ts';
import { take } from './newVersion.tsx';
import { type Dropped, dropTarget, folderTarget, isPdf } from './uploads.ts';

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
      if (!takes(event)) return;
      const taker = folderTarget.value;
      void dropped(event.dataTransfer).then((all) => (taker ? taker.take(all) : take(filesIn(all))));
    });
    return () => controller.abort();
  }, []);
  if (!isOver.value) return null;
  const target = dropTarget.value;
  const taker = folderTarget.value;
  if (taker)
    return (
      <p class="drop-place low" aria-hidden="true">
        <Icon name="upload" />
        {t('uploads.dropInto', { name: taker.name })}
      </p>
    );
  return (
    <div class="drop-place titled" aria-hidden="true">
      <Icon name="upload" />
      {target ? t('uploads.dropVersion', { title: target.title }) : t('uploads.drop')}
    </div>
  );
}

/** Returns what was dropped, in the order of the names. */
async function dropped(data: DataTransfer | null): Promise<Dropped[]> {
  // The browser forgets the entries when this event ends, so all are read before the first wait.
  const entries = [...(data?.items ?? [])].flatMap((item) => item.webkitGetAsEntry() ?? []);
  return Promise.all(entries.map(contentOf));
}

async function contentOf(entry: FileSystemEntry): Promise<Dropped> {
  if (!isFolder(entry))
    return new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
  const within = await entriesOf(entry.createReader());
  within.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
  return { name: entry.name, within: await Promise.all(within.map(contentOf)) };
}

/** Returns the files, and the PDFs in folders. People drop a folder for its PDFs, so its other files are left out. */
const filesIn = (all: readonly Dropped[]): File[] =>
  all.flatMap((one) => ('within' in one ? filesIn(one.within).filter(isPdf) : [one]));

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
