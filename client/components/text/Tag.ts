import { styled } from 'styled-components';

/** A bordered word beside a heading, such as "now" beside the prices that currently apply. */
export const Tag = styled.span`
  display: inline-block;
  font-size: var(--t-sm);
  font-weight: 700;
  line-height: 1.2;
  padding: 0.1em 0.45em;
  border: 1.5px solid currentColor;
  border-radius: 3px;
  letter-spacing: 0;
  vertical-align: 0.08em;
`;
