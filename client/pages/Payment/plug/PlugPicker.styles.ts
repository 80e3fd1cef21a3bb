import { styled } from 'styled-components';

export const ChoiceText = styled.span`
  min-width: 0;
  > * + * {
    margin-top: 2px;
  }
  > :last-child {
    margin-top: var(--s2);
  }
`;

export const ChoiceName = styled.span`
  /* Lets browsers hyphenate long German names of plugs. */
  hyphens: auto;
  position: relative;
  display: block;
  overflow-x: clip;
  font-size: var(--t-md);
  font-weight: 700;
  line-height: 1.25;
  @media (max-width: 26em) {
    font-size: 1rem;
  }
`;

/** A dot stands before each part. At the start of a line, the dot is outside the box and thus cut off. */
export const Parts = styled.span`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s1) 0;
  margin-left: -1em;
  > * {
    padding-left: 1em;
  }
  > ::before {
    content: '·';
    content: '·' / '';
    position: absolute;
    width: 1em;
    margin-left: -1em;
    text-align: center;
  }
`;

export const ChoicePrice = styled.span`
  display: block;
`;

export const ChoiceMeta = styled.span`
  display: block;
  color: var(--ink-2);
  font-size: var(--t-sm);
`;

export const ChoiceArt = styled.span`
  display: flex;
  flex-direction: column;
  align-items: center;
  gap: var(--s1);
  width: 3.25rem;
`;

export const Identifiers = styled.span`
  display: flex;
  flex-wrap: wrap;
`;

export const Hexagon = styled.svg`
  flex: none;
  width: 1.6rem;
  height: 1.8rem;
  path {
    fill: none;
    stroke: currentColor;
    stroke-width: 2;
  }
  text {
    font: 700 14px var(--font);
    fill: currentColor;
    text-anchor: middle;
  }
`;

export const Choice = styled.label`
  position: relative;
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  gap: 0 var(--s3);
  align-items: center;
  padding: var(--s4);
  cursor: pointer;
  & + & {
    border-top: 1px solid var(--line);
  }
  &:first-child {
    border-radius: var(--radius-lg) var(--radius-lg) 0 0;
  }
  &:last-child {
    border-radius: 0 0 var(--radius-lg) var(--radius-lg);
  }
  &:only-child {
    border-radius: var(--radius-lg);
  }
  /* A row without a radio button. */
  &:is(div) {
    grid-template-columns: minmax(0, 1fr) auto;
  }
  /* On very narrow phones, the name of the plug takes the whole width. */
  @media (max-width: 21em) {
    grid-template-columns: auto minmax(0, 1fr);
    &:is(div) {
      grid-template-columns: minmax(0, 1fr);
    }
    ${ChoiceArt} {
      grid-column-start: -2;
      flex-flow: row wrap;
      width: auto;
      margin-top: var(--s2);
    }
  }
  &:has(input:checked) {
    background: var(--primary-tint);
    box-shadow: 0 0 0 3px var(--primary-line);
    z-index: 1;
    border-top-color: transparent;
  }
  &:has(input:focus-visible) {
    outline: 3px solid var(--ink);
    outline-offset: 5px;
  }
  input:focus-visible {
    outline: 0;
  }
  &[data-off] {
    cursor: default;
    background: var(--surface);
    ${ChoiceName} {
      font-weight: 600;
    }
    ${ChoiceName}, ${ChoicePrice}, ${ChoiceArt} {
      color: var(--ink-2);
    }
  }
  @media (max-width: 18em) {
    grid-template-columns: auto minmax(0, 1fr);
    padding: var(--s4) var(--s3);
    &:is(div) {
      grid-template-columns: minmax(0, 1fr);
    }
    ${ChoiceText} {
      display: contents;
    }
    ${ChoiceText} > :not(${ChoiceName}) {
      grid-column: 1 / -1;
    }
    ${ChoiceArt} {
      grid-column: 1 / -1;
      flex-flow: row wrap;
      width: auto;
      gap: var(--s3);
      margin-top: var(--s3);
    }
  }
  @media (forced-colors: active) {
    &:has(input:checked) {
      outline: 3px solid Highlight;
    }
  }
`;

export const Choices = styled.div`
  border: 1px solid var(--line-strong);
  border-radius: var(--radius-lg);
`;
