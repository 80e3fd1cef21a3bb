import { styled } from 'styled-components';

/** Rows that each have an icon, a text (`p`) and a framed link or button. A thin line divides the rows. */
export const ActRows = styled.div`
  margin-top: 0.8rem;
  border-block: 1px solid var(--line);
  &:empty {
    display: none;
  }
  > * + * {
    border-top: 1px solid var(--line);
  }
  & + * > :first-child {
    border-top: 0;
  }
  @media (min-width: 66em) {
    &:first-child {
      margin-top: 0;
      border-top: 0;
    }
  }
  @media print {
    display: none;
  }
`;

export const ActRow = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 var(--s3);
  min-height: 56px;
  padding-block: var(--s1);
  > svg {
    flex: none;
    width: 1.375rem;
    height: 1.375rem;
    color: var(--ink-2);
  }
  > p:first-of-type {
    flex: 1 1 7rem;
    min-width: 0;
    line-height: 1.3;
    font-variant-numeric: tabular-nums;
  }
  small {
    display: block;
    color: var(--ink-2);
    font-size: var(--t-sm);
  }
  > p ~ p {
    flex-basis: 100%;
  }
  > a,
  > button {
    /* Where the text needs the whole line, the button stands below at the end of the line. */
    margin-left: auto;
    display: inline-flex;
    align-items: center;
    justify-content: center;
    min-height: 48px;
    padding: 0.3rem 0.85rem;
    border: 1.5px solid var(--line-strong);
    border-radius: var(--radius);
    background: var(--page);
    color: var(--ink);
    font: 600 1rem / 1.2 var(--font);
    text-align: center;
    text-decoration: none;
    cursor: pointer;
  }
  > a:hover,
  > button:hover {
    background: var(--surface);
  }
`;
