import { css } from 'styled-components';

/**
 * Styles of a transparent input that covers its label and receives every tap. The label itself shows whether the input is
 * checked.
 */
export const COVERING_INPUT = css`
  position: absolute;
  inset: 0;
  width: 100%;
  height: 100%;
  margin: 0;
  opacity: 0;
  cursor: pointer;
`;
