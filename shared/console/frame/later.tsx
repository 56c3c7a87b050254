import { signal } from '@preact/signals';
import type { Document } from '../../client/types.ts';
import { openDialog } from '../parts/dialog.tsx';
import { Problem } from '../parts/list.tsx';
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
 * Returns a screen whose script is loaded when it is shown for the first time. If that fails, the screen says so. Browsers may keep the
 * failure until the page is loaded again.
 */
const screen = (name: Exclude<keyof Later, 'PutIntoRoom'>) => () => {
  const { error } = useLoaded('', async () => answerOf(await load()));
  const Screen = later.value?.[name];
  return Screen ? <Screen /> : <Problem error={error} onRetry={() => location.reload()} />;
};

export const Rooms = screen('Rooms');
export const RoomScreen = screen('RoomScreen');
export const Endpoints = screen('Endpoints');
export const EndpointScreen = screen('EndpointScreen');
export const Keys = screen('Keys');

/** Opens the dialog that puts documents into a room. */
export const putIntoRoom = (documents: readonly Document[], onDone?: () => unknown): Promise<void> =>
  attempt(async () => {
    const { PutIntoRoom } = await load();
    openDialog(<PutIntoRoom documents={documents} onDone={onDone} />);
  });
