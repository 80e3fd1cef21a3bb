import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { PlateNumber, PlateText } from './Plate.tsx';

interface PlateHeadProps {
  /** The number printed at the plug. Undefined: no plate is shown. */
  number: string | undefined;
  /** The heading of the page, an `h1`. */
  heading: ReactNode;
  /** A short text on the right of the heading, such as the time of the last update. */
  aside?: ReactNode;
  /** The line below the heading, such as plug type and street. */
  children: ReactNode;
  /** True: the plate has a dashed frame, because the plug cannot be used. */
  isOff?: boolean;
}

/** The head of a page about one plug: the plate with its number, the state, the place. Needs the text area `plug`. */
export function PlateHead({ number, heading, aside, children, isOff = false }: PlateHeadProps) {
  return (
    <Head>
      {number !== undefined && (
        <PlateNumber data-off={isOff ? '' : undefined}>
          <PlateText number={number} />
        </PlateNumber>
      )}
      <div>
        <div>
          {heading}
          {aside && <small>{aside}</small>}
        </div>
        <p>{children}</p>
      </div>
    </Head>
  );
}

const Head = styled.div`
  display: flex;
  gap: var(--s3);
  align-items: center;
  margin-bottom: var(--s4);
  ${PlateNumber} {
    min-width: 3rem;
    height: 3rem;
    border-width: 1px;
    font-size: 1.75rem;
  }
  > div {
    flex: 1 1 0;
    min-width: 0;
  }
  > div > div {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    align-items: baseline;
    gap: 0 var(--s3);
  }
  h1 {
    display: flex;
    align-items: center;
    gap: 0.25em;
    line-height: 1.15;
  }
  p,
  small {
    color: var(--ink-2);
    font-size: var(--t-sm);
    line-height: 1.3;
    font-variant-numeric: tabular-nums;
  }
  /* With large text on a narrow screen, the words need the whole width. */
  @media (max-width: 16em) {
    flex-wrap: wrap;
    > div {
      flex-basis: 100%;
    }
    h1 {
      display: block;
    }
    h1 > svg {
      margin-right: 0.25em;
      vertical-align: -0.15em;
    }
  }
`;
