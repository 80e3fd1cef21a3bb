import { styled } from 'styled-components';
import { hidden } from '../text/Text.tsx';

/** Rows of secondary links in a subdued style, in the same place on every page. */
export const Footer = styled.footer`
  border-top: 1px solid var(--line);
  background: var(--surface);
  font-size: var(--t-sm);
  padding-block: var(--s2) var(--s3);
  ul {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    column-gap: var(--s4);
  }
  li:has([open]) {
    grid-column: 1 / -1;
  }
  a {
    display: flex;
    align-items: center;
    min-height: 44px;
    color: var(--ink);
  }
  @media (min-width: 40em) {
    ul {
      display: flex;
      flex-wrap: wrap;
      gap: 0 var(--s5);
    }
    a {
      min-width: 48px;
    }
  }
  @media (max-width: 16em) {
    ul {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  @media print {
    display: none;
  }
`;

/** The telephone number as plain text. On phones it is hidden, because a link to dial replaces it. */
export const Phone = styled.span`
  @media (max-width: 39.99em) {
    ${hidden}
  }
`;

export const Theme = styled.details`
  > summary {
    display: inline-flex;
    align-items: center;
    gap: var(--s1);
    min-height: 44px;
    text-decoration: underline;
    text-underline-offset: 0.2em;
    cursor: pointer;
    list-style: none;
  }
  > summary::-webkit-details-marker {
    display: none;
  }
  fieldset {
    display: flex;
    flex-wrap: wrap;
  }
  button {
    min-height: 48px;
    padding: 0 var(--s3);
    border: 0;
    background: none;
    color: var(--ink);
    font: inherit;
    text-decoration: underline;
    text-underline-offset: 0.2em;
    cursor: pointer;
  }
  button[aria-pressed='true'] {
    font-weight: 700;
    text-decoration: none;
    box-shadow: inset 0 -3px 0 var(--ink);
  }
`;

export const Source = styled.p`
  padding-block: var(--s1) var(--s2);
  font-size: 0.8rem;
  line-height: 1.3;
  color: var(--ink-2);
`;
