import { dateInEnglish } from '../text/words.ts';
import { PdfPage } from './document/pdfPage.ts';
import { encodeQrCode } from './document/qrCode.ts';
import type { EntryPageContent, EntryPagePolicy } from './entryPage/content.ts';
import { composeFacts, type Fact } from './entryPage/facts.ts';
import { accentOf, contentBottom, contentTop, contentWidth, pageSize } from './entryPage/grid.ts';
import { composeHeading } from './entryPage/heading.ts';
import { type LogoFile, placedLogo } from './entryPage/logo.ts';
import { openFontLibrary } from './typography/fontLibrary.ts';
import { Typesetter } from './typography/typesetter.ts';

const maxPolicies = 6;
/** The white space between the description and the facts at the foot of the page, in points. */
const gapAboveFacts = 28;

/**
 * Draws the cover sheet of a document: one tagged A4 page whose content also fits US Letter. The same content gives the same bytes, as long
 * as the Node release is the same, because Thai and Japanese lines are broken by Node's dictionaries.
 * @param fontsDirectory a directory filled by `collectFonts` at build time
 * @param logoFile the logo of the organization. Default: it has none
 * @throws RangeError when the date is not a date; Error when the font directory is missing or incomplete
 */
export async function drawEntryPage(
  content: EntryPageContent,
  fontsDirectory: string,
  logoFile?: LogoFile,
): Promise<Uint8Array> {
  const date = new Date(content.date);
  const library = await openFontLibrary(fontsDirectory);
  const { title, description, organizationName, policies } = content;
  const words = [title, description, organizationName, ...policies.flatMap(linesOf)].join('\n');
  const typesetter = await Typesetter.create(library, words);
  const page = new PdfPage(library, typesetter, pageSize);

  const facts = composeFacts(typesetter, factsOf(content, date), encodeQrCode(content.serviceUrl));
  const accent = accentOf(content.accentColor);
  const logo = logoFile && (await placedLogo(logoFile));
  const heading = composeHeading(
    typesetter,
    { accent, logo, title, description, organizationName },
    { top: contentTop, bottom: contentBottom + facts.height + gapAboveFacts, width: contentWidth },
  );
  heading.draw(page);
  facts.draw(page, contentBottom + facts.height, content.serviceUrl, accent);

  const readableTitle = typesetter.chooser.readable(title.replace(/\s+/g, ' ')).trim();
  return page.finish(readableTitle, date);
}

function factsOf(content: EntryPageContent, date: Date): Fact[] {
  const listed = content.policies.slice(0, maxPolicies);
  const unlisted = content.policies.length - listed.length;
  const policies = [...listed.flatMap(linesOf), ...(unlisted > 0 ? [`and ${unlisted} more`] : [])];
  return [
    { label: content.versionLabel, values: [dateInEnglish(date)] },
    { label: 'Access', values: [content.access] },
    ...(policies.length > 0
      ? [{ label: content.policies.length > 1 ? 'Policies' : 'Policy', values: policies }]
      : []),
    { label: 'Online', values: [content.serviceUrl], isLink: true },
  ];
}

/** Returns the lines about a policy. The rules are on a line of their own, because the name may be long. */
const linesOf = ({ name, asks }: EntryPagePolicy): string[] =>
  asks === '' ? [name] : [name, `\u2013 ${asks}`];
