import type { Document } from '../../client/types.ts';
import type { Loaded } from '../service/loaded.ts';

/** What a part of the screen gets. */
export interface PartProps {
  readonly document: Document;
  readonly loaded: Loaded<Document>;
  readonly isManaged: boolean;
}
