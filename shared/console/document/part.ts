import type { Document } from '../../client/types.ts';
import type { Loaded } from '../service/loaded.ts';

/** The properties of each part of the screen. */
export interface PartProps {
  readonly document: Document;
  readonly loaded: Loaded<Document>;
  readonly isManaged: boolean;
}
