import { styled } from 'styled-components';

/**
 * A framed list whose rows are links, buttons or choices as a whole. The content of a row: a picture or a plate, the text (`b` and
 * `small`), a value (`data-part="value"`), the icon of the chevron. Rows without a value leave that part out. A row can be the
 * summary of `details` that contain a list of further rows.
 */
export const TapRows = styled.ul`
  border: 1.5px solid var(--line-strong);
  border-radius: var(--radius-lg);
  overflow: clip;
  > li + li,
  li li {
    border-top: 1px solid var(--line);
  }
  summary::-webkit-details-marker {
    display: none;
  }
  a,
  button,
  label,
  summary {
    list-style: none;
    display: flex;
    gap: 0 var(--s3);
    align-items: center;
    width: 100%;
    min-height: max(60px, 3.4rem);
    padding: var(--s3);
    border: 0;
    background: none;
    color: var(--ink);
    font: inherit;
    line-height: 1.3;
    text-align: left;
    text-decoration: none;
    cursor: pointer;
    > :not(svg, input, [data-part]) {
      flex: 1 1 0;
      min-width: 0;
    }
    > svg:first-child {
      color: var(--primary-text);
    }
    > svg:last-child {
      width: 1.375rem;
      height: 1.375rem;
      color: var(--primary-text);
    }
  }
  a:hover,
  button:hover,
  label:hover,
  summary:hover {
    background: var(--surface);
  }
  a:active,
  button:active,
  summary:active {
    background: var(--data-soft);
  }
  /* The list clips its rows, so the focus ring is drawn inside the row. */
  a:focus-visible,
  button:focus-visible,
  label:has(:focus-visible),
  summary:focus-visible {
    outline-offset: -5px;
  }
  b,
  small {
    display: block;
  }
  b {
    font-size: var(--t-md);
    hyphens: manual;
  }
  small {
    color: var(--ink-2);
    font-size: var(--t-sm);
    line-height: 1.4;
  }
  [data-part='value'] {
    flex: none;
    text-align: right;
    white-space: nowrap;
    font-variant-numeric: tabular-nums;
  }
  @media (max-width: 20em) {
    a > svg:last-child,
    button > svg:last-child,
    summary > svg:last-child {
      display: none;
    }
  }
`;
