import { describe, expect, it } from '@jest/globals';
import tinycolor from 'tinycolor2';
import { brandingCss, colorScale } from './brandingCss.ts';
import { onColor, parseColor } from './color.ts';

const BRANDS = ['#1770f0', '#00843d', '#ffd400', '#0a1f44', '#ffffff', '#000000', '#ff00ff', '#7f7f7f'];
const GROUNDS = { light: ['#ffffff', '#f4f6f7'], dark: ['#101418', '#1a2026'] } as const;
/** Lightness in per cent that the palette prescribes for each step. */
const LIGHTNESS = {
  50: 95.3,
  100: 84.9,
  200: 77.6,
  300: 67.6,
  400: 61.2,
  500: 51.6,
  600: 47.1,
  700: 36.5,
  800: 28.4,
  900: 21.8,
  950: 13.5,
};

const variable = (css: string, name: string): string => new RegExp(`--${name}:([^;}]+)`).exec(css)?.[1] ?? '';
/**
 * Cuts the CSS variables of one mode out of the style sheet: those of light pages are in `:root`, those of dark pages after
 * `data-theme`.
 */
const blockOf = (css: string, mode: 'light' | 'dark'): string =>
  mode === 'light' ? css.slice(0, css.indexOf('@media')) : css.slice(css.indexOf(':root[data-theme=dark]'));

describe('A brand', () => {
  it('has eleven steps at the lightness of the specification', () => {
    const scale = colorScale('#1770f0');
    for (const [step, lightness] of Object.entries(LIGHTNESS)) {
      expect(Math.abs(tinycolor(scale[Number(step) as 50]).toHsl().l * 100 - lightness)).toBeLessThan(0.6);
    }
  });

  it.each(BRANDS)('%s is readable on itself, as a line and as text, in both modes', brand => {
    const css = brandingCss({ primary: brand, secondary: null });
    expect(tinycolor.readability(brand, onColor(brand))).toBeGreaterThanOrEqual(4.5);
    for (const mode of ['light', 'dark'] as const) {
      const block = blockOf(css, mode);
      for (const ground of GROUNDS[mode]) {
        expect(tinycolor.readability(variable(block, 'primary-line'), ground)).toBeGreaterThanOrEqual(3);
        expect(tinycolor.readability(variable(block, 'primary-text'), ground)).toBeGreaterThanOrEqual(4.5);
      }
      expect(variable(block, 'primary')).toBe(brand);
    }
  });

  it.each(BRANDS)('%s leaves text readable on the fills of charts and draws curves that are visible', brand => {
    const css = brandingCss({ primary: brand, secondary: null });
    for (const [mode, ink, page] of [
      ['light', '#14181c', '#ffffff'],
      ['dark', '#f2f5f7', '#101418'],
    ] as const) {
      const block = blockOf(css, mode);
      for (const fill of ['data-soft', 'data-mid', 'paper']) {
        expect(tinycolor.readability(variable(block, fill), ink)).toBeGreaterThanOrEqual(4.5);
      }
      expect(tinycolor.readability(variable(block, 'data-line'), page)).toBeGreaterThanOrEqual(3);
    }
  });

  it('that is empty leaves the default, one that is no colour is an error', () => {
    expect(variable(brandingCss({ primary: '', secondary: null }), 'primary')).toBe('#1770f0');
    expect(() => brandingCss({ primary: 'red;}body{display:none', secondary: null })).toThrow(TypeError);
  });

  it('writes nothing of the client’s own text into the style', () => {
    expect(brandingCss({ primary: 'hsl(215deg, 88%, 52%)', secondary: 'Tomato' })).not.toMatch(/hsl|tomato/i);
  });
});

describe('A colour as clients write it', () => {
  it.each([
    ['#1770f0', '#1770f0'],
    ['#abc', '#aabbcc'],
    ['rgb(23, 112, 240)', '#1770f0'],
    ['rgb(23 112 240)', '#1770f0'],
    ['hsl(0, 100%, 50%)', '#ff0000'],
    ['hsl(120deg, 100%, 50%)', '#00ff00'],
    ['hwb(0 0% 0%)', '#ff0000'],
    ['hwb(240deg 20% 20%)', '#3333cc'],
    ['hwb(0.5turn 0% 0%)', '#00ffff'],
    ['hwb(0 60% 60%)', '#808080'],
    ['rebeccapurple', '#663399'],
    ['  Red ', '#ff0000'],
    ['#1770f080', '#1770f0'],
    ['FF8800', '#ff8800'],
    ['f80', '#ff8800'],
  ])('%s is %s', (text, hex) => expect(parseColor(text)).toBe(hex));

  it.each(['', 'blau', '1770f', '17x0f0', 'url(x)', 'var(--x)', 'hwb(0 0 0)', 'expression(1)', `#${'f'.repeat(200)}`])(
    '%s is none',
    text => expect(() => parseColor(text)).toThrow(TypeError),
  );
});
