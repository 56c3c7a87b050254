import { PDFArray, PDFDict, PDFHexString, PDFName, type PDFObject, PDFRef, PDFString } from 'pdf-lib';
import { isHarmless } from './addresses.ts';
import { entry, nameAt, nameOf } from './objects.ts';

/** The types of actions (ISO 32000-2, 12.6.4) that copies do not have. */
const otherActions = new Set(
  (
    'JavaScript Launch SubmitForm ImportData GoToR GoToE Sound Movie Rendition RichMediaExecute GoTo3DView ResetForm Hide ' +
    'SetOCGState Trans Thread'
  ).split(' '),
);
const allowedActions = new Set(['GoTo', 'URI', 'Named']);
const allowedNames = new Set(['NextPage', 'PrevPage', 'FirstPage', 'LastPage']);

/** Returns the type of an action; undefined for other dictionaries. Elements of the structure tree have an `S` of their own. */
export function actionType(dict: PDFDict): string | undefined {
  const type = nameAt(dict, 'S');
  if (type === undefined) return undefined;
  const isKnown = otherActions.has(type) || allowedActions.has(type);
  if (!isKnown || dict.has(nameOf('Pg')) || dict.has(nameOf('P')) || dict.has(nameOf('K'))) return undefined;
  const declared = nameAt(dict, 'Type');
  return declared === undefined || declared === 'Action' ? type : undefined;
}

/**
 * Returns a new action that only opens a place in the file, another page of it, or an address of the web; undefined for any other action.
 * The new action has nothing else of the old one, for example no next action.
 */
export function harmlessAction(action: PDFDict): PDFDict | undefined {
  const { context } = action;
  const type = nameAt(action, 'S');
  switch (type) {
    case 'GoTo': {
      const place = action.get(nameOf('D'));
      return place && isPlace(context.lookup(place)) ? context.obj({ S: type, D: place }) : undefined;
    }
    case 'Named': {
      const name = nameAt(action, 'N') ?? '';
      return allowedNames.has(name) ? context.obj({ S: type, N: name }) : undefined;
    }
    case 'URI': {
      const address = entry(action, 'URI');
      const isText = address instanceof PDFString || address instanceof PDFHexString;
      if (!isText || !isHarmless(address.decodeText())) return undefined;
      return context.obj({ S: type, URI: address });
    }
    default:
      return undefined;
  }
}

/** Returns whether a value can name a place in the file: an array that begins with a page, or the name of such an array. */
export function isPlace(value: PDFObject | undefined): boolean {
  if (value instanceof PDFArray) return value.size() > 0 && value.get(0) instanceof PDFRef;
  if (value instanceof PDFDict) return value.has(nameOf('D'));
  return value instanceof PDFName || value instanceof PDFString || value instanceof PDFHexString;
}
