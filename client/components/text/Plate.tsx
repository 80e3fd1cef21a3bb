import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Hidden } from './Text.tsx';

interface PlateProps {
  /** The number printed at the plug. */
  number: string;
  children: ReactNode;
}

/**
 * The number of a plug with a text beside the number, so that the driver finds the plug on the station. Needs the text area `plug`
 * (see `Route.strings`).
 */
export function Plate({ number, children }: PlateProps) {
  return (
    <Row>
      <PlateNumber>
        <PlateText number={number} />
      </PlateNumber>
      <Body>{children}</Body>
    </Row>
  );
}

/** The number in a `PlateNumber`. Screen readers also say what the number is. Needs the text area `plug`. */
export function PlateText({ number }: Pick<PlateProps, 'number'>) {
  const { t } = useTranslation();
  return (
    <>
      <Hidden>{t('plug.number', { number })}</Hidden>
      <span aria-hidden="true">{number}</span>
    </>
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
  /* The plug cannot be used. */
  &&&[data-off] {
    border: 2px dashed var(--line-strong);
    background: var(--surface);
    color: var(--ink-2);
  }
  @media (forced-colors: active) {
    border: 2px solid ButtonText;
  }
  @media print {
    background: none;
    color: #000;
    border: 2px solid #000;
  }
`;

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s3);
  align-items: center;
  ${PlateNumber} {
    min-width: 2.75rem;
    height: 2.75rem;
    font-size: 1.5rem;
    border-width: 1px;
  }
`;

const Body = styled.div`
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
