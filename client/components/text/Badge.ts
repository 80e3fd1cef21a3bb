import { styled } from 'styled-components';

/**
 * A tinted word beside a heading, such as "today" beside the prices of the current day. A badge has no frame: a frame means that
 * a visitor can press.
 */
export const Badge = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 0.3em;
  padding: 0.12em 0.5em;
  border-radius: 4px;
  background: var(--surface);
  color: var(--ink);
  font-size: var(--t-sm);
  font-weight: 600;
  line-height: 1.35;
  letter-spacing: 0;
  vertical-align: 0.08em;
  @media (forced-colors: active) {
    border: 1px solid CanvasText;
  }
`;
