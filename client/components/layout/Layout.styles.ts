import { css, styled } from 'styled-components';

/** The centred column of every page. A page with a side panel widens it by `--measure` (see Columns). */
export const Wrap = styled.div`
  width: 100%;
  max-width: calc(var(--measure) + 2 * var(--gutter));
  margin-inline: auto;
  padding-inline: var(--gutter);
  @media (min-width: 66em) {
    body:has([data-wide]) & {
      --measure: 61rem;
    }
  }
  @media print {
    --measure: 100%;
    padding: 0;
  }
`;

export const Skip = styled.a`
  position: absolute;
  left: var(--gutter);
  top: -6rem;
  z-index: 9;
  background: var(--ink);
  color: var(--page);
  padding: var(--s3) var(--s4);
  border-radius: 0 0 var(--radius) var(--radius);
  &:focus {
    top: 0;
  }
  @media print {
    display: none;
  }
`;

export const Strip = styled.div`
  background: var(--warning-tint);
  border-bottom: 1px solid var(--warning);
  font-size: var(--t-sm);
  font-weight: 600;
  ${Wrap} {
    display: flex;
    gap: var(--s2);
    align-items: center;
    padding-block: var(--s1);
  }
  svg {
    color: var(--warning);
  }
  /* Hidden on phones, because the link would need a line of its own. */
  a {
    display: none;
    margin-inline-start: auto;
    color: inherit;
    white-space: nowrap;
  }
  @media (min-width: 40em) {
    a {
      display: inline;
    }
  }
  @media print {
    display: none;
  }
`;

export const Header = styled.header`
  position: relative;
  border-bottom: 3px solid var(--primary-edge);
  background: var(--page);
  &::after {
    content: '';
    position: absolute;
    right: 0;
    bottom: -3px;
    height: 3px;
    width: clamp(3.5rem, 16vw, 9rem);
    background: var(--secondary);
    border-left: 3px solid var(--page);
  }
  ${Wrap} {
    display: flex;
    align-items: center;
    gap: var(--s3);
    min-height: max(60px, 3.6rem);
  }
  @media print {
    border-color: #000;
    &::after {
      display: none;
    }
  }
`;

export const Brand = styled.a`
  display: flex;
  align-items: center;
  min-height: 48px;
  margin-right: auto;
  min-width: 0;
  border-radius: 4px;
  font-weight: 700;
  color: var(--ink);
  text-decoration: none;
  img {
    /* Fixed height: an SVG logo can have an aspect ratio without a size, and browsers do not show it without a height. */
    height: 2.35rem;
    width: auto;
    max-width: min(11rem, 100%);
    object-fit: contain;
    object-position: left;
    /* Keeps the logo's background in forced-colours mode. */
    forced-color-adjust: none;
  }
  > picture {
    display: contents;
  }
  /* Print uses the logo for light pages in every colour scheme, because paper is white. */
  @media print {
    > img[data-dark] {
      padding: 5px 8px;
      background: #101418;
      print-color-adjust: exact;
    }
  }
`;

const onWhite = css`
  background: #fff;
  padding: 5px 8px;
  border-radius: 4px;
  height: 2.75rem;
`;

/** Shows the logo on a white ground on dark pages, if the brand has no logo for dark pages. */
export const OnWhite = styled.span`
  display: contents;
  @media (prefers-color-scheme: dark) {
    :root:not([data-theme='light']) & img {
      ${onWhite}
    }
  }
  :root[data-theme='dark'] & img {
    ${onWhite}
  }
`;

const tool = `
  display: flex;
  align-items: center;
  justify-content: center;
  gap: var(--s1);
  min-width: 48px;
  min-height: 48px;
  color: var(--ink);
  text-decoration: none;
  font-weight: 600;
  font-size: var(--t-sm);
  cursor: pointer;
  border-radius: var(--radius);
`;

export const Tool = styled.a`
  ${tool}
  &:hover {
    background: var(--surface);
  }
  @media print {
    display: none;
  }
`;

export const Language = styled.details`
  position: relative;
  > summary {
    ${tool}
    list-style: none;
    padding-inline: var(--s2);
    white-space: nowrap;
  }
  @media (max-width: 18em) {
    > summary {
      padding-inline: 0;
    }
  }
  > summary:hover {
    background: var(--surface);
  }
  > summary::-webkit-details-marker {
    display: none;
  }
  ul {
    position: absolute;
    right: 0;
    top: 100%;
    z-index: 5;
    min-width: 12rem;
    background: var(--page);
    border: 1px solid var(--line-strong);
    border-radius: var(--radius);
    padding: var(--s1) 0;
  }
  li a {
    display: block;
    padding: var(--s3) var(--s4);
    color: var(--ink);
    text-decoration: none;
  }
  li a:hover {
    background: var(--surface);
  }
  [aria-current] {
    font-weight: 700;
  }
  @media print {
    display: none;
  }
`;

export const Main = styled.main`
  flex: 1 0 auto;
  padding-block: var(--s5) var(--s6);
  &:has([data-dense]) {
    padding-block: var(--s3) 0;
  }
  @media (min-width: 66em) {
    &:has([data-dense]) {
      padding-block: var(--s5) var(--s6);
    }
  }
  &:focus {
    outline: 0;
  }
  @media print {
    padding: 6mm 0 0;
  }
`;
