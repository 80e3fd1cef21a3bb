/** The colours of text, of labels, of thin lines and of areas behind text: those of the web pages in light mode. */
export const INK = '#14181c';
export const INK_QUIET = '#434b54';
export const HAIRLINE = '#d8dde1';
export const PANEL = '#f1f3f5';

/** Colours for print, derived from the brand's primary colour. */
export interface PrintColors {
  /** The unchanged primary colour, which fills the plate of the connector number. */
  fill: string;
  /** The colour of text on `fill`: white or black. */
  onFill: string;
  /** The colour of lines and dots: the primary colour, darkened until its contrast with white is 3:1 (WCAG 1.4.11). */
  line: string;
}

/** @param primary '#rrggbb'. */
export function printColors(primary: string): PrintColors {
  const brand = channels(primary);
  return {
    fill: primary,
    onFill: contrastWithWhite(brand) >= 4.5 ? '#ffffff' : '#000000',
    line: hexOf(darkened(brand)),
  };
}

type Channels = readonly number[];

function darkened(color: Channels): Channels {
  return contrastWithWhite(color) >= 3 ? color : darkened(color.map(channel => Math.floor(channel * 0.95)));
}

const channels = (hex: string): Channels => [1, 3, 5].map(start => Number.parseInt(hex.slice(start, start + 2), 16));
const hexOf = (color: Channels): string => `#${color.map(channel => channel.toString(16).padStart(2, '0')).join('')}`;

/** Returns the contrast ratio of a colour with white, from its relative luminance (WCAG 2.2). */
function contrastWithWhite(color: Channels): number {
  const [red = 0, green = 0, blue = 0] = color.map(channel => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}
