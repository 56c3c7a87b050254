import type { Color, PdfPage } from '../document/pdfPage.ts';
import { guessLanguage } from '../typography/languages.ts';
import type { Line, Typesetter } from '../typography/typesetter.ts';
import { contentLeft, ink, quietInk } from './grid.ts';
import type { PlacedLogo } from './logo.ts';

interface HeadingContent {
  readonly accent: Color;
  /** It stands before the organization's name. */
  readonly logo: PlacedLogo | undefined;
  readonly title: string;
  readonly description: string | null;
  readonly organizationName: string | null;
}

/** Room between two heights, in points. */
interface Room {
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
}

/** Lines of one size, without extra space between them. */
interface Block {
  readonly lines: readonly Line[];
  readonly size: number;
  readonly leading: number;
  readonly height: number;
}

const organizationSize = 12;
const organizationLeading = 16;
/** The title has the largest of these sizes at which it fits its share of the page. */
const titleSizes = [36, 32, 28, 24, 21, 18, 16, 14];
const titleLeading = 1.18;
const titleShareHeight = 180;
/** 255 characters of the widest scripts take nine lines at the smallest size. */
const titleMaxLines = 12;
/**
 * Type size in points and line width in em. About 75 Latin letters in a line are easiest to read. Longer lines are only for long
 * descriptions.
 */
const descriptionSteps = [
  { size: 12, maxWidth: 36 },
  { size: 11, maxWidth: 38 },
  { size: 10, maxWidth: 42 },
  { size: 9.5, maxWidth: 48 },
];
const descriptionLeading = 1.48;
const accentRule = { width: 44, height: 2.5, gapBelow: 20 };
const gapBelowTitle = 18;
const gapBelowOrganization = 40;
const gapBesideLogo = 14;
/** The accent line stands here, in the upper third of the page, if there is room. */
const preferredRuleTop = 640;

/** Arranges organization, title and description in the room above the facts. */
export function composeHeading(typesetter: Typesetter, text: HeadingContent, room: Room) {
  const logo = text.organizationName ? text.logo : undefined;
  const nameIndent = logo ? logo.width + gapBesideLogo : 0;
  const organization = text.organizationName
    ? setBlock(
        typesetter.lines(text.organizationName, 'strong', {
          maxWidth: (room.width - nameIndent) / organizationSize,
          maxLines: 2,
        }),
        organizationSize,
        organizationLeading / organizationSize,
      )
    : null;
  const title = setTitle(typesetter, text.title, room.width);
  const lineHeight = Math.max(organization?.height ?? 0, logo?.height ?? 0);
  const highest = organization ? room.top - lineHeight - gapBelowOrganization : room.top;
  const titleHeight = accentRule.height + accentRule.gapBelow + title.height;
  const forDescription = highest - room.bottom - titleHeight - gapBelowTitle;
  const description = setDescription(typesetter, text.description ?? '', room.width, forDescription);
  const needed = titleHeight + (description ? gapBelowTitle + description.height : 0);
  const top = Math.min(highest, Math.max(preferredRuleTop, room.bottom + needed));

  return {
    draw(page: PdfPage): void {
      if (logo) {
        const bottom = room.top - (lineHeight + logo.height) / 2;
        const { picture, width, height } = logo;
        page.decoration(() => page.picture(picture, { left: contentLeft, bottom, width, height }));
      }
      if (organization) {
        const nameTop = room.top - (lineHeight - organization.height) / 2;
        const language = guessLanguage(text.organizationName ?? '');
        page.tagged('P', { language }, () =>
          drawBlock(page, organization, nameTop, room.width, quietInk, nameIndent),
        );
      }
      const isRightToLeft = title.lines[0]?.isRightToLeft ?? false;
      const ruleLeft = isRightToLeft ? contentLeft + room.width - accentRule.width : contentLeft;
      page.decoration(() =>
        page.fill(
          {
            left: ruleLeft,
            bottom: top - accentRule.height,
            width: accentRule.width,
            height: accentRule.height,
          },
          text.accent,
        ),
      );
      const titleTop = top - accentRule.height - accentRule.gapBelow;
      page.tagged('H1', { language: guessLanguage(text.title) }, () =>
        drawBlock(page, title, titleTop, room.width, ink),
      );
      if (description) {
        const descriptionTop = titleTop - title.height - gapBelowTitle;
        page.tagged('P', { language: guessLanguage(text.description ?? '') }, () =>
          drawBlock(page, description, descriptionTop, room.width, ink),
        );
      }
    },
  };
}

/**
 * Sets a title in the serif typeface only if this typeface has all letters of the title: a title in two typefaces would look like a
 * mistake.
 */
function setTitle(typesetter: Typesetter, title: string, width: number): Block {
  const role = typesetter.chooser.hasAllLetters('title', title) ? 'title' : 'text';
  for (const size of titleSizes) {
    const lines = typesetter.lines(title, role, { maxWidth: width / size, balanced: true });
    const block = setBlock(lines, size, titleLeading);
    if (block.height <= titleShareHeight) return block;
  }
  const size = titleSizes.at(-1) ?? 16;
  const lines = typesetter.lines(title, role, { maxWidth: width / size, maxLines: titleMaxLines });
  return setBlock(lines, size, titleLeading);
}

function setDescription(typesetter: Typesetter, text: string, width: number, height: number): Block | null {
  if (text.trim() === '') return null;
  let cut: Block | null = null;
  for (const step of descriptionSteps) {
    const maxWidth = Math.min(width / step.size, step.maxWidth);
    const all = setBlock(typesetter.lines(text, 'text', { maxWidth }), step.size, descriptionLeading);
    if (all.height <= height) return all;
    const maxLines = Math.max(1, Math.floor(height / all.leading));
    cut = setBlock(typesetter.lines(text, 'text', { maxWidth, maxLines }), step.size, descriptionLeading);
  }
  return cut;
}

/**
 * @param leading least distance between baselines, in type sizes; taller scripts get more
 */
function setBlock(lines: readonly Line[], size: number, leading: number): Block {
  const points = size * Math.max(leading, ...lines.map((line) => Math.min(line.naturalLeading, 1.7)));
  return { lines, size, leading: points, height: points * lines.length };
}

/** Draws a block downwards from `top`. Right-to-left lines end at the right edge, others begin after `indent` points. */
function drawBlock(page: PdfPage, block: Block, top: number, width: number, color: Color, indent = 0): void {
  for (const [index, line] of block.lines.entries()) {
    const left = line.isRightToLeft ? contentLeft + width - line.width * block.size : contentLeft + indent;
    page.line(line, left, baseline(block, top, index), block.size, color);
  }
}

/**
 * Returns the baseline of a line. Half of the free space is above the letters, half below: capitals reach about 0.7 of the size, descenders
 * 0.2.
 */
function baseline(block: Block, top: number, index: number): number {
  return top - index * block.leading - (block.leading + block.size * 0.5) / 2;
}
