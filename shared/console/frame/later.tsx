import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import type { Document } from '../../client/types.ts';
import { openDialog } from '../parts/dialog.tsx';
import { Problem } from '../parts/list.tsx';
import type { TextHitsProps } from '../search/textHits.tsx';
import { answerOf, useLoaded } from '../service/api.ts';
import { loadRoomWords } from '../words/words.ts';
import { attempt } from './toasts.tsx';

type Later = typeof import('../later.ts');

const later = signal<Later | undefined>(undefined);

async function load(): Promise<Later> {
  later.value ??= (await Promise.all([import('../later.ts'), loadRoomWords()]))[0];
  return later.value;
}

/**
 * Returns a screen, or a part of one, whose script is loaded when it is shown for the first time. If that fails, it says so. Browsers may
 * keep the failure until the page is loaded again.
 */
const part =
  <Props extends object = object>(name: Exclude<keyof Later, 'PutIntoRoom'>) =>
  (props: Props) => {
    const { error } = useLoaded('', async () => answerOf(await load()));
    const Part = later.value?.[name] as ComponentType<Props> | undefined;
    return Part ? <Part {...props} /> : <Problem error={error} onRetry={() => location.reload()} />;
  };

export const Rooms = part('Rooms');
export const RoomScreen = part('RoomScreen');
export const Endpoints = part('Endpoints');
export const EndpointScreen = part('EndpointScreen');
export const Keys = part('Keys');
export const TextHits = part<TextHitsProps>('TextHits');

/** Opens the dialog that puts documents into a room. */
export const putIntoRoom = (documents: readonly Document[], onDone?: () => unknown): Promise<void> =>
  attempt(async () => {
    const { PutIntoRoom } = await load();
    openDialog(<PutIntoRoom documents={documents} onDone={onDone} />);
  });
