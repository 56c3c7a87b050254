import { type ApiError, notFound } from './errors.ts';

export const noSuchRoom = (): ApiError => notFound('room', 'room_id');

export const noSuchItem = (): ApiError => notFound('item', 'item_id');

/** The error for a folder in a query that is not there, or that the caller does not see. */
export const noSuchParent = (): ApiError => notFound('folder', 'parent_id');
