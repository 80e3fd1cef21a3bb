import { styled } from 'styled-components';

/** The HTTP status on an error page, large and grey above the heading. */
export const ErrorCode = styled.p`
  font-size: var(--t-3xl);
  font-weight: 700;
  line-height: 1;
  font-variant-numeric: tabular-nums;
  letter-spacing: -0.02em;
  color: var(--ink-2);
  padding-bottom: var(--s3);
`;
