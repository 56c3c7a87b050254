import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { RoomId, RoomItemId } from '../../../shared/contract/identifiers.ts';
import { getFrame } from '../../../shared/data/rooms/frame.ts';
import { getFrameToChange } from '../../../shared/data/rooms/frameToChange.ts';
import { ConflictError } from '../../../shared/data/table/conflict.ts';
import { storedOrganization } from '../../support/people/people.ts';
import { drawsOf } from '../../support/rooms/random.ts';
import { storedRoom } from '../../support/rooms/storedRoom.ts';
import { anyPauseMilliseconds, sharedFaultyStage } from '../../support/stages/faultyStage.ts';
import { storeDocuments } from '../../support/storedDocuments.ts';
import { kill } from '../separateProcess.ts';

/** In full: `ROOM_TREE_OPERATIONS=10000`. The seed of a run is printed if it fails. */
const operations = Number(process.env.ROOM_TREE_OPERATIONS ?? 150);
const seed = Number(process.env.ROOM_TREE_SEED ?? randomInt(2 ** 30));
const writers = 8;
const documentCount = 300;
/** A writer is killed each time that about this many operations were done. */
const operationsAKill = 40;

const stage = await sharedFaultyStage();
const program = fileURLToPath(new URL('../../support/rooms/treeWriter.ts', import.meta.url));

/** Runs writers until they have done all operations, and kills one now and then at any moment. Returns the number of kills. */
async function write(roomId: RoomId, documents: readonly string[]): Promise<number> {
  const { below } = drawsOf(seed);
  const running = new Map<ChildProcess, Promise<void>>();
  let done = 0;
  let started = 0;
  let failure: unknown;
  const start = () => {
    started += 1;
    const child = spawn(process.execPath, [program, roomId, String(seed + started), documents.join(',')], {
      env: process.env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    createInterface({ input: child.stdout }).on('line', () => (done += 1));
    const ended = new Promise<void>((resolve) => {
      child.on('exit', (code) => {
        if (code) failure = new Error(`a writer ended with ${code}`);
        resolve();
      });
    });
    running.set(child, ended);
  };
  for (let index = 0; index < writers; index++) start();

  let kills = 0;
  for (let next = operationsAKill; done < operations && !failure; ) {
    await pause(5 + below(20));
    if (done < next) continue;
    next += operationsAKill;
    const victim = [...running.keys()][below(running.size)];
    if (!victim) break;
    await kill(victim);
    running.delete(victim);
    kills += 1;
    start();
  }
  for (const child of running.keys()) await kill(child);
  if (failure) throw failure;
  return kills;
}

/** Changes nothing, but ends a request that was killed between its transactions. */
async function settle(roomId: RoomId): Promise<void> {
  for (;;) {
    try {
      await getFrameToChange(roomId);
      return;
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      await pause(200);
    }
  }
}

/** Removes what was below removed items. */
async function removeLeft(): Promise<void> {
  await stage.takeMessages('removals');
  await stage.table.letTimePass(anyPauseMilliseconds);
  await stage.invoke('sweepDue', {});
  for (const message of await stage.takeMessages('removals'))
    expect(await stage.consume('removeDeleted', message)).toEqual([]);
}

interface Stored {
  readonly sk: string;
  readonly [attribute: string]: unknown;
}

/** Returns what is wrong with the items in the partition of a room, and how many there are. */
async function inspected(roomId: RoomId) {
  const items: readonly Stored[] = await stage.table.partition(`ROOM#${roomId.slice('room_'.length)}`);
  const under = (prefix: string) => items.filter(({ sk }) => sk.startsWith(prefix));
  const [folders, placed, places] = [under('FRAME#FOLDER#'), under('IN#'), under('PLACE#')];
  const [room] = under('FRAME#ROOM');
  const byId = new Map(folders.map((folder) => [folder.id as RoomItemId, folder]));
  const isRooted = (parentId: unknown, steps = 0): boolean =>
    parentId === null ||
    (steps <= folders.length && byId.has(parentId as RoomItemId)
      ? isRooted(byId.get(parentId as RoomItemId)?.parent_id, steps + 1)
      : false);
  const inFolder = (parentId: unknown) => placed.filter(({ parent_id }) => parent_id === parentId);
  const siblings = Map.groupBy([...folders, ...placed], ({ parent_id }) => parent_id);
  const wrong = {
    unrooted: [...folders, ...placed].filter(({ parent_id }) => !isRooted(parent_id)).map(({ sk }) => sk),
    twins: [...Map.groupBy(placed, ({ document_id }) => document_id).values()].filter(
      ({ length }) => length > 1,
    ),
    misplaced: placed.filter(
      ({ document_id, parent_id, added, sk }) =>
        !places.some(
          (place) =>
            place.document_id === document_id && place.parent_id === parent_id && place.added === added,
        ) || !sk.startsWith(`IN#${parent_id === null ? 'TOP' : String(parent_id).slice(4)}#`),
    ),
    sameOrder: [...siblings.values()].filter(
      (children) => new Set(children.map(({ order }) => order)).size < children.length,
    ),
    miscounted: (await getFrame(roomId))?.folders.filter(
      ({ id, document_count }) => document_count !== inFolder(id).length,
    ),
    staged: room?.staged ?? null,
  };
  const counted = {
    folders: folders.length,
    documents: placed.length,
    places: places.length,
    atTop: inFolder(null).length,
  };
  const said = {
    folders: room?.folder_count,
    documents: room?.document_count,
    places: room?.document_count,
    atTop: room?.documents_at_top,
  };
  return { wrong, counted, said };
}

test(`${operations} random operations by eight killed writers leave no circle, orphan or twin`, async () => {
  const { owner, id: organizationId } = await storedOrganization();
  const { id } = await storedRoom(owner);
  const documents = await storeDocuments(organizationId, documentCount);

  const kills = await write(id, documents);
  await settle(id);
  await removeLeft();

  const { wrong, counted, said } = await inspected(id);
  const right = { unrooted: [], twins: [], misplaced: [], sameOrder: [], miscounted: [], staged: null };
  expect(wrong, `ROOM_TREE_SEED=${seed}`).toEqual(right);
  expect(counted, `ROOM_TREE_SEED=${seed}`).toEqual(said);
  expect(kills).toBeGreaterThan(0);
  expect(counted.folders).toBeGreaterThan(0);
  expect(counted.documents).toBeGreaterThan(0);
}, 3_600_000);
