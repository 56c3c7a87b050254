import { membership } from './ways/membership.ts';
import { room } from './ways/room.ts';
import { share } from './ways/share.ts';
import type { Way } from './ways/way.ts';

/** The ways into a document, in the order in which the door asks them. The first one that opens the document decides who the reader is. */
export const ways: readonly Way[] = [membership, share, room];
