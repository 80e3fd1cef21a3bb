import { Fragment } from 'react';
import { styled } from 'styled-components';

interface Stat {
  label: string;
  /** Formatted value with its unit: "10,92 kWh". */
  value: string;
}

/** Three values in one row. If the width is too small, they are in one column. */
export function Stats({ stats }: { stats: readonly Stat[] }) {
  return (
    <Room>
      <List>
        {stats.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <SmallUnits text={value} />
            </dd>
          </div>
        ))}
      </List>
    </Room>
  );
}

/** Renders the unit at three quarters of the size of the digits. */
function SmallUnits({ text }: { text: string }) {
  const pieces = text.split(/(\p{L}+)/u);
  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a figure never change places
  return pieces.map((piece, place) => <Fragment key={place}>{place % 2 === 1 ? <small>{piece}</small> : piece}</Fragment>);
}

/** Breakpoints are in `ch`, because the visitor may enlarge the text. */
const Room = styled.div`
  container-type: inline-size;
`;

const List = styled.dl`
  display: grid;
  grid-template-columns: repeat(3, auto);
  justify-content: space-between;
  gap: var(--s3);
  dt {
    font-size: var(--t-sm);
    line-height: 1.2;
    color: var(--ink-2);
  }
  dd {
    font-size: var(--t-lg);
    font-weight: 700;
    line-height: 1.3;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  small {
    font-size: 0.75em;
    font-weight: 600;
  }
  @container (max-width: 18em) {
    grid-template-columns: 1fr;
    > div {
      display: flex;
      flex-wrap: wrap;
      justify-content: space-between;
      align-items: baseline;
      gap: 0 var(--s4);
    }
  }
`;
