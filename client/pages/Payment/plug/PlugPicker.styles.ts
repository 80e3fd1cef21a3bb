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

export const PlugRows = styled(TapRows)`
  @media (max-width: 26em) {
    a,
    button {
      column-gap: 0.55rem;
    }
    a > span > b,
    button > span > b {
      font-size: 1rem;
    }
  }
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
  @media (max-width: 20em) {
    ${Art} {
      display: none;
    }
  }
  @media (max-width: 16em) {
    a,
    button {
      flex-wrap: wrap;
    }
    [data-part='value'] {
      flex: 1 0 100%;
    }
  }
`;

export const Instruction = styled(Small)`
  margin-top: var(--s3);
`;

/** The plugs that cannot be chosen now, each on one line of 48 px. */
export const OffRows = styled.ul`
  li,
  a {
    display: flex;
    flex-wrap: wrap;
    flex: 1 1 auto;
    align-items: center;
    gap: 0 var(--s3);
    min-height: 48px;
    color: var(--ink);
  }
  li {
    border-top: 1px solid var(--line);
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
  b + span {
    margin-left: auto;
  }
`;
