import tinycolor from 'tinycolor2';

const NUMBER = String.raw`[+-]?(?:\d+\.?\d*|\.\d+)`;
const HWB = new RegExp(
  `^hwb\\(\\s*(${NUMBER})(deg|grad|rad|turn)?[\\s,]+(${NUMBER})%[\\s,]+(${NUMBER})%(?:\\s*[/,]\\s*${NUMBER}%?)?\\s*\\)$`,
  'i',
);
const DEGREES: Readonly<Record<string, number>> = { deg: 1, grad: 0.9, rad: 180 / Math.PI, turn: 360 };
const MAX_LENGTH = 64;

/**
 * Converts a CSS colour (hex, rgb, hsl, hwb or a name) into '#rrggbb'. Transparency is dropped.
 * @throws TypeError if the text is no colour
 */
export function parseColor(text: string): string {
  const trimmed = text.trim();
  const color = trimmed.length > MAX_LENGTH ? null : (fromHwb(trimmed) ?? fromTinycolor(trimmed));
  if (!color?.isValid()) throw new TypeError('Not a colour');
  return color.setAlpha(1).toHexString();
}

/** Converts hwb() through hsv (CSS Color 4 §8), because tinycolor2 does not support hwb(). */
function fromHwb(text: string): tinycolor.Instance | null {
  const match = HWB.exec(text);
  if (!match) return null;
  const [, hueText = '0', unit = 'deg', whiteText = '0', blackText = '0'] = match;
  const hue = Number(hueText) * (DEGREES[unit.toLowerCase()] ?? 1);
  const share = (percent: string) => Math.min(1, Math.max(0, Number(percent) / 100));
  const sum = Math.max(1, share(whiteText) + share(blackText));
  const white = share(whiteText) / sum;
  const value = 1 - share(blackText) / sum;
  return tinycolor.fromRatio({ h: (((hue % 360) + 360) % 360) / 360, s: value === 0 ? 0 : 1 - white / value, v: value });
}

/**
 * Parses all notations that tinycolor2 supports, also hex without '#', which is common in brand manuals. Removes `deg`, which
 * CSS allows and tinycolor2 does not.
 */
function fromTinycolor(text: string): tinycolor.Instance | null {
  return tinycolor(text.replace(/^(hsla?\(\s*[-+\d.]+)deg/i, '$1'));
}

export const contrast = (a: string, b: string): number => tinycolor.readability(a, b);

/**
 * Returns the colour for text on this background: white on backgrounds with a luminance up to 0.18, and on lighter ones if the
 * contrast is at least 4.5 : 1. Otherwise black.
 */
export function onColor(color: string): '#ffffff' | '#000000' {
  return tinycolor(color).getLuminance() <= 0.18 || contrast(color, '#ffffff') >= 4.5 ? '#ffffff' : '#000000';
}
