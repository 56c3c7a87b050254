import { type Granted, type GrantedFile, grantedFile, type Limits } from '../../policies/decide.ts';
import type { PolicyRef } from '../../policies/ruleKinds.ts';

/** How a reader gets a file: as it was uploaded, with a watermark in it, or not at all but for images of its pages. */
export type HandOut =
  | { readonly kind: 'file'; readonly granted: GrantedFile }
  | { readonly kind: keyof Limits; readonly policy: PolicyRef };

/** Decides how a reader gets the file of a document that they may see. It is decided nowhere else. */
export function handOut(granted: Granted): HandOut {
  const file = grantedFile(granted);
  if (file) return { kind: 'file', granted: file };
  const { view_only, watermark } = granted;
  if (view_only) return { kind: 'view_only', policy: view_only };
  if (watermark) return { kind: 'watermark', policy: watermark };
  throw new Error('Neither the file nor another way is granted');
}
