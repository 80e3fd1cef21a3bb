import { styled } from 'styled-components';

/**
 * The chart with its axes. Only the curve is in an inner SVG that is stretched. All texts are outside of that SVG, so that they
 * grow with the visitor's font size.
 */
export const Plot = styled.svg`
  display: block;
  width: 100%;
  height: 8.25rem;
  margin-top: var(--s4);
  overflow: visible;
  font-size: var(--t-sm);
  font-variant-numeric: tabular-nums;
  &:has(> text) {
    margin-top: calc(var(--s2) + 0.9rem);
  }
  text {
    fill: var(--ink-2);
  }
  path {
    vector-effect: non-scaling-stroke;
    fill: none;
  }
  [data-part='grid'] {
    stroke: var(--line);
  }
  [data-part='base'] {
    stroke: var(--line-strong);
    stroke-width: 1.5;
  }
  [data-part='area'] {
    fill: var(--data-soft);
  }
  [data-part='expected'] {
    fill: var(--paper);
  }
  [data-part='curve'] {
    stroke: var(--data-line);
    stroke-width: 3;
    stroke-linejoin: round;
    stroke-linecap: round;
  }
  [data-part='tail'] {
    stroke: var(--line-strong);
    stroke-width: 2.5;
    stroke-dasharray: 1 6;
    stroke-linecap: round;
  }
  [data-part='end'] {
    stroke: var(--ink);
    stroke-width: 2;
  }
  [data-part='flag'] {
    fill: var(--ink);
  }
  [data-part='now'] {
    fill: var(--data-line);
    stroke: var(--page);
    stroke-width: 3;
    paint-order: stroke;
  }
  [data-part='ring'] {
    fill: var(--data-line);
    opacity: 0.28;
    transform-box: fill-box;
    transform-origin: center;
    animation: ping 2s ease-out infinite;
  }
  @keyframes ping {
    0% {
      transform: scale(1);
      opacity: 0.35;
    }
    70%,
    100% {
      transform: scale(2.6);
      opacity: 0;
    }
  }
  &[data-paused] {
    height: 6rem;
    [data-part='curve'] {
      stroke: var(--line-strong);
    }
    [data-part='area'] {
      fill: var(--surface);
    }
    [data-part='now'] {
      fill: var(--warning);
    }
    [data-part='gap'] {
      fill: var(--warning-tint);
    }
  }
  @media (prefers-reduced-motion: reduce) {
    [data-part='ring'] {
      opacity: 0.25;
      transform: scale(1.7);
    }
  }
  @media (forced-colors: active) {
    text,
    [data-part='now'],
    [data-part='flag'] {
      fill: CanvasText;
    }
    [data-part='curve'],
    [data-part='tail'],
    [data-part='base'],
    [data-part='end'] {
      stroke: CanvasText;
    }
    [data-part='area'],
    [data-part='expected'],
    [data-part='gap'] {
      fill: none;
    }
  }
  @media print {
    display: none;
  }
`;

/** The two labels below the chart: its beginning and its end. */
export const Ends = styled.p`
  display: flex;
  justify-content: space-between;
  gap: var(--s3);
  margin-top: 0.3rem;
  font-size: var(--t-sm);
  line-height: 1.3;
  color: var(--ink-2);
  font-variant-numeric: tabular-nums;
  b {
    color: var(--ink);
  }
  > :first-child {
    flex: none;
  }
  > :last-child {
    text-align: right;
  }
  @media print {
    display: none;
  }
`;
