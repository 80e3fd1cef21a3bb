import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Place } from '../../../shared/session.ts';
import { Plate } from '../../components/Plate.tsx';
import { EvseId, Hidden } from '../../components/Text.tsx';

type Address = Pick<Place, 'street' | 'postalCode' | 'city' | 'evseId'>;

/** The plug's number beside where it stands. */
export function PlacePlate({ place, number }: { place: Address; number: string }) {
  const { t } = useTranslation();
  return (
    <Plate number={number} size="sm">
      <b>{place.street}</b>
      {place.postalCode} {place.city}
      <span>
        <Hidden>{t('location.evse')}: </Hidden>
        <EvseId id={place.evseId} />
      </span>
    </Plate>
  );
}

/** "482 913 057": nine digits as people read them to each other. */
export function TransactionId({ number }: { number: number }): ReactNode {
  return String(number)
    .padStart(9, '0')
    .replace(/\d{3}(?=\d)/g, '$&\u00a0');
}
