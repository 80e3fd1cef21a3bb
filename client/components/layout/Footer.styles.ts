import { styled } from 'styled-components';
import { hidden } from '../text/Text.tsx';
import { Wrap } from './Layout.styles.ts';

/** Rows of secondary links in a subdued style, in the same place on every page. */
export const Footer = styled.footer`
  border-top: 1px solid var(--line);
  background: var(--surface);
  font-size: var(--t-sm);
  padding-block: var(--s1);
  ${Wrap} {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--s3);
    @media (min-width: 40em) {
      gap: 0 var(--s5);
    }
  }
  ul {
    display: contents;
  }
  a {
    display: inline-flex;
    align-items: center;
    gap: var(--s2);
    min-width: 48px;
    min-height: 48px;
    color: var(--ink);
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
    min-height: 48px;
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
  flex: 1 1 14rem;
  align-self: center;
  font-size: 0.8rem;
  line-height: 1.3;
  color: var(--ink-2);
`;
