import { styled } from 'styled-components';
import { FIT_WIDTHS } from './dayScale.ts';

/** Hides a price in a picture that is too narrow for the text. */
const hiddenPrices = FIT_WIDTHS.map(
  width => `@container (max-width: ${width - 0.01}rem) { [data-fit='${width}'] { display: none; } }`,
);

export const Picture = styled.div`
  container-type: inline-size;
  svg {
    display: block;
    width: 100%;
    height: 5rem;
    overflow: visible;
    font-size: var(--t-sm);
    font-variant-numeric: tabular-nums;
  }
  &[data-size='row'] svg {
    height: 2.6rem;
  }
  text {
    fill: var(--ink-2);
  }
  [data-part='price'] {
    fill: var(--ink);
    font-weight: 700;
    font-size: 1rem;
    text-anchor: middle;
  }
  &[data-size='row'] [data-part='price'] {
    font-weight: 600;
    font-size: var(--t-sm);
  }
  [data-part='step'] {
    fill: var(--data-soft);
    stroke: var(--data-line);
    stroke-width: 1;
  }
  [data-part='step'][data-changed] {
    fill: var(--data-mid);
    stroke-width: 1.5;
  }
  [data-part='before'] {
    fill: none;
    stroke: var(--line-strong);
    stroke-width: 1.5;
    stroke-dasharray: 4 3;
  }
  [data-part='step'][data-now] {
    fill: var(--data);
    stroke: var(--primary-edge);
  }
  [data-part='price'][data-now] {
    fill: var(--on-primary);
  }
  [data-part='base'] {
    stroke: var(--line-strong);
    stroke-width: 1.5;
  }
  [data-part='now'] {
    stroke: var(--ink);
    stroke-width: 2;
  }
  ${hiddenPrices.join('\n')}
  @media (forced-colors: active) {
    text {
      fill: CanvasText;
    }
    [data-part='now'],
    [data-part='before'],
    [data-part='base'] {
      stroke: CanvasText;
    }
    [data-part='step'] {
      fill: Canvas;
      stroke: CanvasText;
    }
    [data-part='step'][data-now] {
      fill: Highlight;
      stroke: CanvasText;
    }
    [data-part='price'][data-now] {
      fill: HighlightText;
    }
  }
  @media print {
    print-color-adjust: exact;
  }
`;
