import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Icon } from './Icon.tsx';
import { Hidden } from './Text.tsx';

interface PlateProps {
  /** The number printed at the plug. Undefined: the plate shows the icon of a charging station. */
  number?: string | undefined;
  size?: 'sm';
  children?: ReactNode;
}

/**
 * The number of a plug, in the same style on every page, so that the driver finds it on the station. Needs the text area `plug`
 * (see `Route.strings`).
 */
export function Plate({ number, size, children }: PlateProps) {
  const { t } = useTranslation();
  return (
    <Row data-size={size}>
      <PlateNumber>
        {number === undefined ? (
          <Icon name="station" />
        ) : (
          <>
            <Hidden>{t('plug.number', { number })}</Hidden>
            <span aria-hidden="true">{number}</span>
          </>
        )}
      </PlateNumber>
      {children && <Body>{children}</Body>}
    </Row>
  );
}

export const PlateNumber = styled.span`
  flex: none;
  display: grid;
  place-items: center;
  min-width: 4.25rem;
  height: 4.25rem;
  padding-inline: 0.5rem;
  border-radius: var(--radius);
  background: var(--primary);
  color: var(--on-primary);
  border: 2px solid var(--primary-edge);
  font-size: 2.5rem;
  font-weight: 700;
  line-height: 1;
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
  svg {
    width: 2.5rem;
    height: 2.5rem;
  }
  @media (forced-colors: active) {
    border: 2px solid ButtonText;
  }
  @media print {
    background: none;
    color: #000;
    border: 2px solid #000;
    svg {
      display: none;
    }
  }
`;

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s2) var(--s4);
  align-items: flex-start;
  &[data-size='sm'] {
    gap: var(--s3);
    align-items: center;
  }
  [data-dense] & {
    gap: var(--s2) var(--s3);
    align-items: center;
  }
  [data-dense] & > ${PlateNumber} {
    min-width: 3.75rem;
    height: 3.75rem;
    font-size: 2.25rem;
  }
  &[data-size='sm'] ${PlateNumber} {
    min-width: 2.75rem;
    height: 2.75rem;
    font-size: 1.5rem;
    border-width: 1px;
  }
`;

const Body = styled.div`
  [data-dense] & {
    line-height: 1.3;
  }
  flex: 1 1 9rem;
  min-width: 0;
  line-height: 1.4;
  > b {
    display: block;
    font-size: var(--t-md);
    line-height: 1.3;
  }
  > span {
    display: block;
    color: var(--ink-2);
  }
`;
