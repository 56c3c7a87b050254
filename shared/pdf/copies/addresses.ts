/** Links with other schemes can run a script or open a file. A link without a scheme is part of an address. */
const allowedSchemes = new Set(['http', 'https', 'mailto', 'tel', 'ftp']);
const kindOfScheme: Readonly<Record<string, 'script' | 'launch'>> = {
  javascript: 'script',
  vbscript: 'script',
  file: 'launch',
};

/** Browsers ignore white space and controls before and in a scheme. */
const schemeOf = (address: string): string | undefined =>
  /^([a-z][a-z0-9+.-]*):/i.exec(address.replaceAll(/[\p{Cc}\s]/gu, ''))?.[1]?.toLowerCase();

/** Returns whether a link may lead to an address: to the web, to a mailbox, or to a phone. */
export function isHarmless(address: string): boolean {
  const scheme = schemeOf(address);
  if (scheme === undefined) return !address.trimStart().startsWith('\\');
  return allowedSchemes.has(scheme);
}

/** Returns what an address does beyond opening a place of the web; undefined if nothing is known. */
export const activeKindOf = (address: string): 'script' | 'launch' | undefined =>
  kindOfScheme[schemeOf(address) ?? ''];
