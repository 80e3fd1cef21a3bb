import tinycolor from 'tinycolor2';
import { type BrandColors, DEFAULT_PRIMARY, DEFAULT_SECONDARY } from '../../../shared/charging/branding.ts';
import { contrast, onColor, parseColor } from './color.ts';

/**
 * Steps of a colour scale, the same for every brand. `lightness` is in per cent. The saturation of the brand's colour is
 * multiplied by `saturation` and limited to `cap` per cent, so that light and dark tints are muted.
 */
const STEPS = [
  { step: 50, lightness: 95.3, saturation: 0.6, cap: 62 },
  { step: 100, lightness: 84.9, saturation: 0.66, cap: 64 },
  { step: 200, lightness: 77.6, saturation: 0.74, cap: 66 },
  { step: 300, lightness: 67.6, saturation: 0.82, cap: 68 },
  { step: 400, lightness: 61.2, saturation: 0.92, cap: 78 },
  { step: 500, lightness: 51.6, saturation: 1, cap: 100 },
  { step: 600, lightness: 47.1, saturation: 1, cap: 100 },
  { step: 700, lightness: 36.5, saturation: 1, cap: 100 },
  { step: 800, lightness: 28.4, saturation: 0.96, cap: 100 },
  { step: 900, lightness: 21.8, saturation: 0.9, cap: 100 },
  { step: 950, lightness: 13.5, saturation: 0.8, cap: 100 },
] as const;
type Step = (typeof STEPS)[number]['step'];
type Scale = Readonly<Record<Step, string>>;

export const GROUNDS = {
  light: { page: '#ffffff', surface: '#f4f6f7', ink: '#14181c' },
  dark: { page: '#101418', surface: '#1a2026', ink: '#ffffff' },
} as const;
export type Mode = keyof typeof GROUNDS;

/** Minimum contrast of lines, links and the secondary colour against the backgrounds of the page and of the boxes on it. */
export const NEEDED = { light: { line: 3, link: 5.5, second: 1.5 }, dark: { line: 4.5, link: 7, second: 2 } } as const;

const hsl = (color: string) => {
  const { h, s, l } = tinycolor(color).toHsl();
  return { h, s: s * 100, l: l * 100 };
};
const fromHsl = (h: number, s: number, l: number): string => tinycolor({ h, s: s / 100, l: l / 100 }).toHexString();

/** Returns eleven colours with the hue of the brand and the lightness of `STEPS`. */
export function colorScale(color: string): Scale {
  const { h, s } = hsl(color);
  return Object.fromEntries(
    STEPS.map(({ step, lightness, saturation, cap }) => [step, fromHsl(h, Math.min(s * saturation, cap), lightness)]),
  ) as Record<Step, string>;
}

/**
 * Returns the first candidate colour whose contrast is at least `ratio` against both backgrounds, page and surface. If there is
 * none, returns the last candidate.
 */
function repaired(candidates: readonly string[], mode: Mode, ratio: number): string {
  const { page, surface } = GROUNDS[mode];
  return (
    candidates.find(color => contrast(color, page) >= ratio && contrast(color, surface) >= ratio) ?? candidates.at(-1) ?? page
  );
}

/**
 * Shares of the brand's colour in the fills of charts and boxes, in per cent, with the contrast that text on the fill needs. The
 * first share that reaches the contrast is used, otherwise the last one.
 */
const FILLS: Readonly<Record<Mode, readonly { name: string; shares: readonly number[]; ratio: number }[]>> = {
  light: [
    { name: 'data-soft', shares: [20], ratio: 10 },
    { name: 'data-mid', shares: [42], ratio: 5.5 },
    { name: 'paper', shares: [7], ratio: 12 },
  ],
  dark: [
    { name: 'data-soft', shares: [34, 20], ratio: 10 },
    { name: 'data-mid', shares: [58, 40, 30], ratio: 5.5 },
    { name: 'paper', shares: [13, 9], ratio: 15 },
  ],
};

/** Returns the fills of charts and boxes: the brand's colour mixed into the background of the page. */
function fills(primary: string, mode: Mode): Readonly<Record<string, string>> {
  const { page, ink } = GROUNDS[mode];
  return Object.fromEntries(
    FILLS[mode].map(({ name, shares, ratio }) => {
      const mixed = shares.map(share => tinycolor.mix(page, primary, share).toHexString());
      return [name, mixed.find(color => contrast(color, ink) >= ratio) ?? mixed.at(-1) ?? page];
    }),
  );
}

/** Returns the colours of the pages in one mode, by the names of their CSS variables. */
export function tokens({
  primary,
  secondary,
  mode,
}: {
  primary: string;
  secondary: string;
  mode: Mode;
}): Readonly<Record<string, string>> {
  const scale = colorScale(primary);
  const livery = colorScale(secondary);
  const on = onColor(primary);
  const { h, s, l } = hsl(primary);
  const isLight = mode === 'light';
  const steps: readonly Step[] = isLight ? [600, 700, 800, 900, 950] : [300, 200, 100, 50];
  const candidates = [primary, ...steps.map(step => scale[step]), GROUNDS[mode].ink];
  const line = repaired(candidates, mode, NEEDED[mode].line);
  const secondaries = isLight ? [secondary, livery[600], livery[700], livery[900]] : [secondary, livery[500], livery[300]];
  return {
    primary,
    'primary-hover': fromHsl(h, s, on === '#ffffff' ? Math.max(0, l - 6) : Math.min(92, l + 7)),
    'on-primary': on,
    'primary-edge': contrast(primary, GROUNDS[mode].page) >= 3 ? primary : line,
    'primary-line': line,
    'primary-text': repaired(candidates, mode, NEEDED[mode].link),
    'primary-tint': isLight ? scale[50] : tinycolor.mix(GROUNDS.dark.page, l < 40 ? scale[500] : primary, 15).toHexString(),
    secondary: repaired(secondaries, mode, NEEDED[mode].second),
    // A dark shade of a light brand, such as olive for yellow, looks dirty as a curve. Light pages draw such curves in ink.
    'data-line': isLight && contrast(primary, GROUNDS.light.page) < NEEDED.light.line ? GROUNDS.light.ink : line,
    ...fills(primary, mode),
  };
}

const triple = (color: string): string => {
  const { r, g, b } = tinycolor(color).toRgb();
  return `${r} ${g} ${b}`;
};
/** Returns the primary colour of the brand as '#rrggbb', or the default if the colour is missing or invalid. */
export function brandColor({ primary }: BrandColors): string {
  try {
    return parseColor(primary || DEFAULT_PRIMARY);
  } catch {
    return DEFAULT_PRIMARY;
  }
}

/** Returns the colour with which the browser paints its own interface around the page (`theme-color`), for each mode. */
export function themeColors(colors: BrandColors): Readonly<Record<Mode, string>> {
  const light = brandColor(colors);
  return { light, dark: colorScale(light)[950] };
}

const declarations = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');

/**
 * Returns the colours of a brand as CSS variables for both modes. The CSS contains only parsed colours and no text of the brand,
 * so it cannot inject other CSS. An empty colour means the default.
 * @throws TypeError if a colour cannot be parsed
 */
export function brandingCss(colors: BrandColors): string {
  const primary = parseColor(colors.primary || DEFAULT_PRIMARY);
  const secondary = parseColor(colors.secondary || DEFAULT_SECONDARY);
  const scale = Object.fromEntries(Object.entries(colorScale(primary)).map(([step, value]) => [`primary-${step}`, value]));
  const shared = declarations({ ...scale, 'primary-rgb': triple(primary), 'secondary-rgb': triple(secondary) });
  const light = declarations(tokens({ primary, secondary, mode: 'light' }));
  const dark = declarations(tokens({ primary, secondary, mode: 'dark' }));
  return (
    `:root{${shared};${light}}` +
    `@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${dark}}}` +
    `:root[data-theme=dark]{${dark}}` +
    `@media print{:root,:root:not([data-theme=light]),:root[data-theme=dark]{${light}}}`
  );
}
