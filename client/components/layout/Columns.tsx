import type { ReactNode } from 'react';
import { css, styled } from 'styled-components';

interface ColumnsProps {
  children: ReactNode;
  /** A side panel on the right of wide screens. On phones, it follows the content. */
  aside?: ReactNode;
  /** Content just above the action bar. On wide screens it stays visible with the bar while the side panel scrolls. */
  foot?: ReactNode;
  /**
   * The page's main action, such as the order button. On phones it sticks to the lower edge of the screen. On wide screens it
   * sticks to the lower edge of the side panel.
   */
  bar?: ReactNode;
  /** True: smaller distances, so that the order summary and the button fit on two phone screens. */
  isDense?: boolean;
}

/**
 * One column on phones. From 66em on, a page with a side panel has two columns. Both layouts have the same DOM, so the button
 * exists only once.
 */
export function Columns({ children, aside, foot, bar, isDense = false }: ColumnsProps) {
  const dense = isDense ? '' : undefined;
  if (!aside) {
    return (
      <Layout data-dense={dense}>
        <div>{children}</div>
        {bar && <Bar>{bar}</Bar>}
      </Layout>
    );
  }
  return (
    <Layout data-wide="" data-dense={dense}>
      <div>{children}</div>
      <Aside>
        {foot ? <Scroll>{aside}</Scroll> : aside}
        {foot && <Foot>{foot}</Foot>}
        {bar && <Bar>{bar}</Bar>}
      </Aside>
    </Layout>
  );
}

const section = css`
  padding-block: var(--s6);
  border-top: 1px solid var(--line);
  > h2 {
    margin-bottom: var(--s3);
  }
  [data-dense] & {
    padding-block: 0.6rem;
    > h2,
    > legend {
      margin-bottom: var(--s2);
    }
    @media (min-width: 66em) {
      padding-block: var(--s5);
    }
  }
  @media print {
    padding-block: 4mm;
    break-inside: avoid;
  }
`;

/** A section of a page: a thin line, then an h2. */
export const Section = styled.section`
  ${section}
`;

/** A section of form fields with a legend as its heading. */
export const FieldSection = styled.fieldset`
  ${section}
  /* A floating legend is laid out inside its fieldset, like a heading. */
  > legend {
    float: left;
    width: 100%;
    margin-bottom: var(--s3);
    font-size: var(--t-lg);
    line-height: 1.25;
    font-weight: 700;
    letter-spacing: -0.006em;
    text-wrap: balance;
  }
  > legend + * {
    clear: both;
  }
  > p {
    margin-bottom: var(--s4);
  }
`;

export const Bar = styled.div`
  position: sticky;
  bottom: 0;
  z-index: 3;
  background: var(--page);
  border-top: 1px solid var(--line-strong);
  margin-inline: calc(-1 * var(--gutter));
  padding: var(--s3) var(--gutter) calc(var(--s3) + env(safe-area-inset-bottom, 0px));
  /* Limits the separator line to the width of the column. */
  @media (min-width: 42em) {
    margin-inline: 0;
    padding-inline: 0;
  }
  @media (max-height: 34em) {
    position: static;
  }
  @media print {
    display: none;
  }
`;

/** The price in the action bar. On wide screens it is hidden, because the side panel shows the price. */
export const BarLine = styled.p`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 0 var(--s4);
  margin-bottom: var(--s2);
  font-size: var(--t-sm);
  font-variant-numeric: tabular-nums;
`;

const Scroll = styled.div`
  [data-dense] & > ${Section}:last-child {
    padding-bottom: 0;
  }
`;
const Foot = styled.div``;

const Aside = styled.div`
  display: contents;
  @media (min-width: 66em) {
    display: block;
    border: 1px solid var(--line);
    border-radius: var(--radius-lg);
    padding: var(--s5);
    font-size: 0.9375rem;
    &:has(${Bar}) {
      position: sticky;
      top: var(--s5);
      /* Limits the height of the bar to the window below the header, so that its button stays visible. */
      max-height: calc(100vh - 9.5rem);
      overflow: auto;
      padding-block: var(--s4) 0;
    }
    &:has(${Foot}) {
      display: flex;
      flex-direction: column;
      overflow: hidden;
      padding: 0;
    }
    ${Scroll} {
      flex: 0 1 auto;
      min-height: 0;
      overflow: auto;
      padding: var(--s5) var(--s5) 0;
    }
    ${Foot} {
      flex: none;
      padding-inline: var(--s5);
    }
    ${Foot} + ${Bar} {
      flex: none;
      position: static;
      margin: var(--s1) 0 0;
      padding: 0 var(--s5) var(--s5);
      border-top: 0;
    }
    ${Foot} + ${Bar}::before {
      display: none;
    }
    ${Section}, [data-dense] & ${Section} {
      padding-block: var(--s4);
    }
    > ${Section}:first-child,
    ${Scroll} > ${Section}:first-child {
      border-top: 0;
      padding-top: 0;
    }
    > ${Section}:last-of-type,
    ${Scroll} > ${Section}:last-of-type {
      padding-bottom: 0;
    }
    ${BarLine} {
      display: none;
    }
    ${Bar} {
      margin: var(--s3) 0 0;
      padding: var(--s3) 0 var(--s4);
      border-color: transparent;
    }
    /**
     * Fades out the content that scrolls under the sticky bar. When the panel is scrolled to its end, only empty space is faded.
     */
    ${Bar}::before {
      content: '';
      position: absolute;
      inset: auto 0 calc(100% + 1px);
      height: var(--s5);
      background: linear-gradient(transparent, var(--page));
      pointer-events: none;
    }
  }
  @media print {
    display: block;
    border: 0;
    padding: 0;
    position: static;
  }
`;

const Layout = styled.div`
  display: flex;
  flex-direction: column;
  @media (min-width: 66em) {
    &[data-wide] {
      display: grid;
      grid-template-columns: minmax(0, 36rem) minmax(0, 22.5rem);
      justify-content: space-between;
      align-items: start;
    }
  }
  @media print {
    display: block;
  }
`;
