import { type BrandColors, DEFAULT_PRIMARY, DEFAULT_SECONDARY } from '../../../shared/charging/branding.ts';
import type { ColorUse, ReviewedColor, UsedColor } from '../../../shared/console/brands.ts';
import { GROUNDS, type Mode, NEEDED, tokens } from './brandingCss.ts';
import { contrast, onColor, parseColor } from './color.ts';

/** WCAG 2.2, 1.4.3: minimum contrast of text on a button. */
const WORDS_NEEDED = 4.5;

/**
 * Parses a configured colour. Returns the default colour if none is configured or the configured one is invalid. Pages do the
 * same.
 */
function readColor(named: string | null, usual: string): { color: string; isNamed: boolean } {
  if (!named) return { color: usual, isNamed: false };
  try {
    return { color: parseColor(named), isNamed: true };
  } catch {
    return { color: usual, isNamed: false };
  }
}

/**
 * Returns the colours that light and dark pages show for a brand, each with its measured and its required contrast. The colours
 * come from `tokens`, as on the pages.
 */
export function reviewColors(colors: BrandColors): ReviewedColor[] {
  const primary = readColor(colors.primary, DEFAULT_PRIMARY);
  const secondary = readColor(colors.secondary, DEFAULT_SECONDARY);
  const pair = { primary: primary.color, secondary: secondary.color };
  const inMode = (mode: Mode) => tokens({ ...pair, mode });
  const [light, dark] = [inMode('light'), inMode('dark')];
  const seen = (requested: string, used: string | undefined, { mode, needed }: { mode: Mode; needed: number }): UsedColor => ({
    color: used ?? requested,
    isRequested: used === requested,
    words: null,
    ratio: Math.min(contrast(requested, GROUNDS[mode].page), contrast(requested, GROUNDS[mode].surface)),
    needed,
  });
  const words = onColor(pair.primary);
  const button = { color: pair.primary, isRequested: true, words, ratio: contrast(pair.primary, words), needed: WORDS_NEEDED };
  const reviewed = (
    use: Exclude<ColorUse, 'button'>,
    { color: requested, isNamed }: typeof primary,
    token: string,
  ): ReviewedColor => ({
    use,
    requested,
    isNamed,
    light: seen(requested, light[token], { mode: 'light', needed: NEEDED.light[use] }),
    dark: seen(requested, dark[token], { mode: 'dark', needed: NEEDED.dark[use] }),
  });
  return [
    { use: 'button', requested: pair.primary, isNamed: primary.isNamed, light: button, dark: button },
    reviewed('line', primary, 'primary-line'),
    reviewed('link', primary, 'primary-text'),
    reviewed('second', secondary, 'secondary'),
  ];
}
