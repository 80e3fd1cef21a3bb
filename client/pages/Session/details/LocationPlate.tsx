import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionLocation } from '../../../../shared/charging/session.ts';
import { formatTransactionId } from '../../../../shared/figures/format.ts';
import { Plate } from '../../../components/text/Plate.tsx';
import { EvseId, Hidden } from '../../../components/text/Text.tsx';

type Address = Pick<SessionLocation, 'street' | 'postalCode' | 'city' | 'evseId'>;

/** The number of the plug, and beside it the address of the location. */
export function LocationPlate({ place, number }: { place: Address; number: string }) {
  const { t } = useTranslation();
  return (
    <Plate number={number}>
      <b>{place.street}</b>
      {place.postalCode} {place.city}
      <span>
        <Hidden>{t('location.evse')}: </Hidden>
        <EvseId id={place.evseId} />
      </span>
    </Plate>
  );
}

/** The nine-digit number of the session in groups of digits, for print and reading aloud. */
export const TransactionId = ({ number }: { number: number }): ReactNode => formatTransactionId(number);
