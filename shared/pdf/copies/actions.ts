import { PDFArray, PDFDict, PDFHexString, PDFName, type PDFObject, PDFRef, PDFString } from 'pdf-lib';
import type { ActiveKind } from './kinds.ts';
import { entry, nameAt, nameOf, textAt } from './objects.ts';

/** The types of actions (ISO 32000-2, 12.6.4) that do more than to show another place. */
const kindOfAction: Readonly<Record<string, ActiveKind>> = {
  JavaScript: 'script',
  Launch: 'launch',
  SubmitForm: 'submit',
  ImportData: 'import',
  GoToR: 'remote',
  GoToE: 'remote',
  Sound: 'media',
  Movie: 'media',
  Rendition: 'media',
  RichMediaExecute: 'media',
  GoTo3DView: 'media',
};
/** Actions that change what a page shows, or that need form fields. Copies do not have them; nobody has to be warned of them. */
const otherActions = new Set(['ResetForm', 'Hide', 'SetOCGState', 'Trans', 'Thread']);
const allowedActions = new Set(['GoTo', 'URI', 'Named']);
const allowedNames = new Set(['NextPage', 'PrevPage', 'FirstPage', 'LastPage']);
/** Links with other schemes can run a script or open a file. A link without a scheme is part of an address. */
const allowedSchemes = new Set(['http', 'https', 'mailto', 'tel', 'ftp']);

/** Returns the type of an action; undefined for other dictionaries. Elements of the structure tree have an `S` of their own. */
export function actionType(dict: PDFDict): string | undefined {
  const type = nameAt(dict, 'S');
  if (type === undefined) return undefined;
  const isKnown = type in kindOfAction || otherActions.has(type) || allowedActions.has(type);
  if (!isKnown || dict.has(nameOf('Pg')) || dict.has(nameOf('P')) || dict.has(nameOf('K'))) return undefined;
  const declared = nameAt(dict, 'Type');
  return declared === undefined || declared === 'Action' ? type : undefined;
}

/** Returns what an action does beyond showing another place; null if it does nothing of this kind. */
export function activeKind(action: PDFDict): ActiveKind | null {
  const type = nameAt(action, 'S') ?? '';
  const address = type === 'URI' ? schemeOf(textAt(action, 'URI') ?? '') : undefined;
  if (address === 'javascript' || address === 'vbscript') return 'script';
  if (address !== undefined && !allowedSchemes.has(address)) return 'launch';
  return Object.hasOwn(kindOfAction, type) ? (kindOfAction[type] ?? null) : null;
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

/** Browsers ignore white space and controls before and in a scheme. */
const schemeOf = (address: string): string | undefined =>
  /^([a-z][a-z0-9+.-]*):/i.exec(address.replaceAll(/[\p{Cc}\s]/gu, ''))?.[1]?.toLowerCase();

function isHarmless(address: string): boolean {
  const scheme = schemeOf(address);
  if (scheme === undefined) return !address.trimStart().startsWith('\\');
  return allowedSchemes.has(scheme);
}
