import { styled } from 'styled-components';

export const Footer = styled.footer`
  border-top: 1px solid var(--line);
  background: var(--surface);
  font-size: var(--t-sm);
  padding-block: var(--s4) var(--s6);
  a {
    display: inline-flex;
    align-items: center;
    gap: var(--s2);
    min-height: 48px;
    color: var(--ink);
  }
  ul {
    display: grid;
    column-gap: var(--s5);
  }
  @media (min-width: 30em) {
    ul {
      grid-template-columns: 1fr 1fr;
    }
  }
  @media print {
    display: none;
  }
`;

export const Theme = styled.form`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s2) var(--s4);
  margin-top: var(--s3);
  padding-top: var(--s4);
  border-top: 1px solid var(--line);
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
  margin-top: var(--s3);
  color: var(--ink-2);
`;
