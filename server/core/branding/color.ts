import tinycolor from 'tinycolor2';

const NUMBER = String.raw`[+-]?(?:\d+\.?\d*|\.\d+)`;
const HWB = new RegExp(
  `^hwb\\(\\s*(${NUMBER})(deg|grad|rad|turn)?[\\s,]+(${NUMBER})%[\\s,]+(${NUMBER})%(?:\\s*[/,]\\s*${NUMBER}%?)?\\s*\\)$`,
  'i',
);
const DEGREES: Readonly<Record<string, number>> = { deg: 1, grad: 0.9, rad: 180 / Math.PI, lease: 360 };
const MAX_LENGTH = 64;

/**
 * Converts a colour (hex, rgb, hsl, hwb or a name) into '#rrggbb'. Transparency is dropped.
 * @throws TypeError if the text is no colour
 */
export function parseColor(text: string): string {
  const trimmed = text.trim();
  const color = trimmed.length > MAX_LENGTH ? null : (fromHwb(trimmed) ?? fromTinycolor(trimmed));
  if (!color?.isValid()) throw new TypeError('Not a colour');
  return color.setAlpha(1).toHexString();
}

/** tinycolor2 does not support hwb(), which converts to hsv (CSS Color 4 §8). */
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

/** Accepts hex without '#', as brand manuals often write colours. Removes `deg`, which CSS allows and tinycolor2 does not. */
function fromTinycolor(text: string): tinycolor.Instance | null {
  return tinycolor(text.replace(/^(hsla?\(\s*[-+\d.]+)deg/i, '$1'));
}

export const contrast = (a: string, b: string): number => tinycolor.readability(a, b);

/**
 * The text colour, black or white, on a background colour. White up to a luminance of 0.18, and above as long as the contrast of
 * white is at least 4.5 : 1.
 */
export function onColor(color: string): '#ffffff' | '#000000' {
  return tinycolor(color).getLuminance() <= 0.18 || contrast(color, '#ffffff') >= 4.5 ? '#ffffff' : '#000000';
}
