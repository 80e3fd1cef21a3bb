import { css } from 'styled-components';

/** Nothing is seen of it, and it takes every tap on what it lies above: the label beside it shows how it stands. */
export const COVERING_INPUT = css`
  position: absolute;
  inset: 0;
  width: 100%;
  height: 100%;
  margin: 0;
  opacity: 0;
  cursor: pointer;
`;
