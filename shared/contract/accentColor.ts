/**
 * The contrast of colors, by WCAG 2.2 ("relative luminance" and "contrast ratio"). A color is `#` and six hexadecimal digits. The service
 * and the console decide by these functions which accent colors of organizations can be read.
 */

/** The least contrast of a text with what is behind it (WCAG 2.2, 1.4.3). */
export const contrastMin = 4.5;

const sixDigits = /^#[0-9A-Fa-f]{6}$/;
export const accentColorPattern: string = sixDigits.source;
export const isColor = (text: string): boolean => sixDigits.test(text);

type Channels = readonly [red: number, green: number, blue: number];

/** Returns red, green and blue, from 0 to 255. */
export const channelsOf = (color: string): Channels =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as [number, number, number];

function luminanceOf(color: string): number {
  const [red, green, blue] = channelsOf(color).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast of two colors, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Returns whether a color can be an accent color: texts in it can be read on white. */
export const isReadableOnWhite = (color: string): boolean => contrastOf(color, '#ffffff') >= contrastMin;

/**
 * In each scheme of the pages and the console, the ground of texts that is nearest to their colors. A color with enough contrast here has
 * enough of it everywhere.
 */
export const grounds = { light: '#eef0f3', dark: '#1c2430' } as const;

/** Returns an accent color as texts can be read in it: darker in the light scheme and lighter in the dark one, as far as needed. */
export const shownIn = (color: string) => ({
  light: readableOn(grounds.light, color, '#000000'),
  dark: readableOn(grounds.dark, color, '#ffffff'),
});

/**
 * Returns the color, mixed with as little of another color as gives it the least contrast with the ground. `towards`: white or black, which
 * has this contrast with the ground.
 */
export function readableOn(ground: string, color: string, towards: '#ffffff' | '#000000'): string {
  const steps = 255;
  for (let step = 0; step < steps; step++) {
    const mixed = mix(color, towards, step / steps);
    if (contrastOf(mixed, ground) >= contrastMin) return mixed;
  }
  return towards;
}

function mix(color: string, other: string, share: number): string {
  const added = channelsOf(other);
  const mixed = channelsOf(color).map((channel, index) =>
    Math.round(channel + ((added[index] ?? 0) - channel) * share),
  );
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
