import { styled } from 'styled-components';
import { TapRows } from '../../../components/control/TapRows.ts';
import { Small } from '../../../components/text/Text.tsx';

/** The drawing of the plug, and below it the letters that are printed beside the plug and at the vehicle's inlet. */
export const Art = styled.span`
  flex: none;
  display: grid;
  justify-items: center;
  gap: 2px;
  width: 2.35rem;
  > span {
    display: flex;
  }
`;

export const Hexagon = styled.svg`
  flex: none;
  width: 1.1rem;
  height: 1.25rem;
  path {
    fill: none;
    stroke: currentColor;
    stroke-width: 2;
  }
  text {
    font: 700 15px var(--font);
    fill: currentColor;
    text-anchor: middle;
  }
`;

/**
 * On phones, the name of a plug has the whole width beside the marks. The facts and the price are below, in two columns that
 * begin on the same line.
 */
export const PlugRows = styled(TapRows)`
  [data-part='plate'] {
    min-width: 2.75rem;
    height: 2.75rem;
    padding-inline: 0.3rem;
    border-width: 1px;
    font-size: 1.5rem;
  }
  b {
    hyphens: auto;
  }
  strong {
    font-weight: 600;
  }
  @media (max-width: 26em) {
    a,
    button {
      display: grid;
      grid-template-columns: auto auto minmax(0, 1fr) auto auto;
      column-gap: 0.6rem;
      > [data-part='plate'],
      > [data-part='art'],
      > svg {
        grid-row: 1 / span 5;
      }
      > span:not([data-part]),
      > [data-part='value'] {
        display: contents;
      }
      b {
        font-size: 1rem;
      }
      small {
        align-self: start;
        grid-column: 3;
      }
      small:nth-of-type(3),
      > span > b {
        grid-column: 3 / span 2;
      }
      > [data-part='value'] > * {
        grid-column: 3;
      }
      > svg {
        grid-column: 5;
      }
    }
  }
  @media (min-width: 16em) and (max-width: 26em) {
    a > [data-part='value'],
    button > [data-part='value'] {
      > * {
        grid-column: 4;
        justify-self: end;
      }
      > b {
        grid-row: 2;
      }
      > small {
        grid-row: 3;
      }
    }
  }
  @media (max-width: 20em) {
    ${Art} {
      display: none;
    }
  }
`;

export const Instruction = styled(Small)`
  margin-top: var(--s3);
`;

/** The plugs that cannot be chosen now. On phones, their states are below the names. */
export const OffRows = styled.ul`
  li,
  a {
    flex: 1 1 auto;
    display: grid;
    grid-template-columns: auto 1fr auto;
    align-items: center;
    gap: 0 var(--s3);
    min-height: 48px;
    color: var(--ink);
  }
  li {
    border-top: 1px solid var(--line);
  }
  li:has(a) {
    display: flex;
  }
  a {
    text-decoration: none;
    &:hover b {
      text-decoration: underline;
    }
  }
  li > svg,
  a > svg {
    color: var(--ink-2);
  }
  @media (max-width: 26em) {
    li,
    a {
      padding-block: var(--s1);
    }
    li:has(a) {
      padding-block: 0;
    }
    b + span {
      grid-column: 2;
    }
  }
`;
