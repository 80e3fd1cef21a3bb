import { styled } from 'styled-components';

/**
 * The chart with its axes. Only the curve is stretched. The axis labels are text, so that they grow with the visitor's font
 * size.
 */
export const Plot = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: var(--s1) var(--s2);
  padding-top: var(--s4);
  font-size: var(--t-sm);
  color: var(--ink-2);
  font-variant-numeric: tabular-nums;
  svg {
    width: 100%;
    height: 1.4em;
    overflow: visible;
  }
  svg[viewBox] {
    height: clamp(9rem, 24vw, 11rem);
  }
  path {
    vector-effect: non-scaling-stroke;
    fill: none;
  }
  [data-part='grid'] {
    stroke: var(--line);
    stroke-width: 1;
  }
  [data-part='base'] {
    stroke: var(--line-strong);
    stroke-width: 1.5;
  }
  [data-part='area'] {
    fill: var(--primary-tint);
  }
  [data-part='curve'] {
    stroke: var(--primary-line);
    stroke-width: 3;
    stroke-linejoin: round;
  }
  [data-part='dot'] {
    stroke: var(--primary-line);
    stroke-width: 11;
    stroke-linecap: round;
  }
  [data-part='hole'] {
    stroke: var(--page);
    stroke-width: 5;
    stroke-linecap: round;
  }
  @media (forced-colors: active) {
    [data-part='curve'],
    [data-part='dot'],
    [data-part='base'] {
      stroke: CanvasText;
    }
    [data-part='area'] {
      fill: none;
    }
    [data-part='hole'] {
      stroke: Canvas;
    }
  }
  @media print {
    display: none;
  }
`;

/** The labels of the power axis, highest value on top. Each label is centred on its grid line. */
export const Heights = styled.div`
  display: flex;
  flex-direction: column;
  justify-content: space-between;
  text-align: right;
  line-height: 1;
  white-space: nowrap;
  /* Extends the axis by half a line of text at both ends, so that the first and the last label are centred, too. */
  margin-block: -0.5em;
`;

/** The labels of the time axis. They are text in an SVG that is not stretched. */
export const Times = styled.svg`
  grid-column: 2;
  text {
    fill: currentColor;
    text-anchor: middle;
  }
  [data-end='left'] {
    text-anchor: start;
  }
  [data-end='right'] {
    text-anchor: end;
  }
  @media (max-width: 22em) {
    [data-end='near-right'] {
      text-anchor: end;
    }
    > :not(:first-child, :last-child) {
      display: none;
    }
  }
  @media (max-width: 14em) {
    > :not(:last-child) {
      display: none;
    }
    [data-end='right-half'] {
      text-anchor: end;
    }
  }
`;

export const Data = styled.table`
  width: 100%;
  border-collapse: collapse;
  font-size: var(--t-sm);
  font-variant-numeric: tabular-nums;
  caption {
    text-align: left;
    color: var(--ink-2);
    padding-bottom: var(--s2);
  }
  th,
  td {
    text-align: right;
    padding: var(--s2) 0 var(--s2) var(--s2);
    border-top: 1px solid var(--line);
    font-weight: 400;
  }
  thead th {
    font-weight: 600;
  }
  tr > :first-child {
    text-align: left;
    padding-left: 0;
  }
`;
