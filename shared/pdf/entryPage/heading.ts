import type { Color, PdfPage } from '../document/pdfPage.ts';
import { guessLanguage } from '../typography/languages.ts';
import type { Line, Typesetter } from '../typography/typesetter.ts';
import { ACCENT, INK, LEFT, QUIET_INK } from './grid.ts';

interface HeadingText {
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

/** Lines at one size, set solid from top to bottom. */
interface Block {
  readonly lines: readonly Line[];
  readonly size: number;
  readonly leading: number;
  readonly height: number;
}

const ORGANIZATION_SIZE = 12;
const ORGANIZATION_LEADING = 16;
/** From the largest down, the first is taken whose title fits its share of the page. */
const TITLE_SIZES = [36, 32, 28, 24, 21, 18, 16, 14];
const TITLE_LEADING = 1.18;
const TITLE_SHARE_HEIGHT = 180;
/** 255 characters of the widest scripts take nine lines at the smallest size. */
const TITLE_MAX_LINES = 12;
/** Type size in points and line width in em. About 75 Latin letters a line read best; more only to fit it all. */
const DESCRIPTION_STEPS = [
  { size: 12, maxWidth: 36 },
  { size: 11, maxWidth: 38 },
  { size: 10, maxWidth: 42 },
  { size: 9.5, maxWidth: 48 },
];
const DESCRIPTION_LEADING = 1.48;
const RULE = { width: 44, height: 2.5, gapBelow: 20 };
const GAP_BELOW_TITLE = 18;
const GAP_BELOW_ORGANIZATION = 40;
/** The rule stands here when there is room: in the upper third of the page, where a cover is looked at first. */
const PREFERRED_RULE_TOP = 640;

/** Arranges organization, title and description in the room above the facts. */
export function composeHeading(typesetter: Typesetter, text: HeadingText, room: Room) {
  const organization = text.organizationName
    ? setBlock(
        typesetter.lines(text.organizationName, 'strong', {
          maxWidth: room.width / ORGANIZATION_SIZE,
          maxLines: 2,
        }),
        ORGANIZATION_SIZE,
        ORGANIZATION_LEADING / ORGANIZATION_SIZE,
      )
    : null;
  const title = setTitle(typesetter, text.title, room.width);
  const highest = organization ? room.top - organization.height - GAP_BELOW_ORGANIZATION : room.top;
  const titleHeight = RULE.height + RULE.gapBelow + title.height;
  const forDescription = highest - room.bottom - titleHeight - GAP_BELOW_TITLE;
  const description = setDescription(typesetter, text.description ?? '', room.width, forDescription);
  const needed = titleHeight + (description ? GAP_BELOW_TITLE + description.height : 0);
  const top = Math.min(highest, Math.max(PREFERRED_RULE_TOP, room.bottom + needed));

  return {
    draw(page: PdfPage): void {
      if (organization) {
        const language = guessLanguage(text.organizationName ?? '');
        page.tagged('P', { language }, () => drawBlock(page, organization, room.top, room.width, QUIET_INK));
      }
      const isRightToLeft = title.lines[0]?.isRightToLeft ?? false;
      const ruleLeft = isRightToLeft ? LEFT + room.width - RULE.width : LEFT;
      page.decoration(() =>
        page.fill(
          { left: ruleLeft, bottom: top - RULE.height, width: RULE.width, height: RULE.height },
          ACCENT,
        ),
      );
      const titleTop = top - RULE.height - RULE.gapBelow;
      page.tagged('H1', { language: guessLanguage(text.title) }, () =>
        drawBlock(page, title, titleTop, room.width, INK),
      );
      if (description) {
        const descriptionTop = titleTop - title.height - GAP_BELOW_TITLE;
        page.tagged('P', { language: guessLanguage(text.description ?? '') }, () =>
          drawBlock(page, description, descriptionTop, room.width, INK),
        );
      }
    },
  };
}

/** Sets a title in the serif if that has all its letters; a title of two typefaces would look like a mistake. */
function setTitle(typesetter: Typesetter, title: string, width: number): Block {
  const role = typesetter.chooser.hasAllLetters('title', title) ? 'title' : 'text';
  for (const size of TITLE_SIZES) {
    const lines = typesetter.lines(title, role, { maxWidth: width / size, balanced: true });
    const block = setBlock(lines, size, TITLE_LEADING);
    if (block.height <= TITLE_SHARE_HEIGHT) return block;
  }
  const size = TITLE_SIZES.at(-1) ?? 16;
  const lines = typesetter.lines(title, role, { maxWidth: width / size, maxLines: TITLE_MAX_LINES });
  return setBlock(lines, size, TITLE_LEADING);
}

function setDescription(typesetter: Typesetter, text: string, width: number, height: number): Block | null {
  if (text.trim() === '') return null;
  let cut: Block | null = null;
  for (const step of DESCRIPTION_STEPS) {
    const maxWidth = Math.min(width / step.size, step.maxWidth);
    const all = setBlock(typesetter.lines(text, 'text', { maxWidth }), step.size, DESCRIPTION_LEADING);
    if (all.height <= height) return all;
    const maxLines = Math.max(1, Math.floor(height / all.leading));
    cut = setBlock(typesetter.lines(text, 'text', { maxWidth, maxLines }), step.size, DESCRIPTION_LEADING);
  }
  return cut;
}

/** @param leading least distance between baselines, in type sizes; scripts that stand taller get more */
function setBlock(lines: readonly Line[], size: number, leading: number): Block {
  const points = size * Math.max(leading, ...lines.map((line) => Math.min(line.naturalLeading, 1.7)));
  return { lines, size, leading: points, height: points * lines.length };
}

/** Draws a block downwards from `top`, its right-to-left lines flush right. */
function drawBlock(page: PdfPage, block: Block, top: number, width: number, color: Color): void {
  for (const [index, line] of block.lines.entries()) {
    const left = line.isRightToLeft ? LEFT + width - line.width * block.size : LEFT;
    page.line(line, left, baseline(block, top, index), block.size, color);
  }
}

/** Half of the leading above the letters, half below: capitals reach about 0.7 of the size, descenders 0.2. */
function baseline(block: Block, top: number, index: number): number {
  return top - index * block.leading - (block.leading + block.size * 0.5) / 2;
}
