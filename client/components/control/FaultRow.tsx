import { useTranslation } from 'react-i18next';
import { pathTo } from '../../../shared/charging/paths.ts';
import { useVisit } from '../../core/pageData.tsx';
import { Icon } from '../text/Icon.tsx';
import { ActRow } from './ActRows.ts';
import { AppLink } from './AppLink.tsx';

interface FaultAddress {
  clientId: string;
  evseId: string;
  /** OCPI id of the plug. Absent: the report is about the charging point. */
  plug?: string | undefined;
}

/** Returns the address of the page on which a driver reports a fault. */
export function useFaultPath({ clientId, evseId, plug }: FaultAddress): string {
  const { locale } = useVisit();
  const path = pathTo('faultReport', { locale, clientId, evseId });
  return plug === undefined ? path : `${path}?${new URLSearchParams({ plug })}`;
}

interface FaultRowProps extends FaultAddress {
  /** Key of the question on the left: `faultLink.` plus this word. */
  question: 'damaged' | 'noCar' | 'wrong';
}

/** A row of `ActRows` that leads to the report of a fault. Needs the text area `faultLink`. */
export function FaultRow({ question, ...address }: FaultRowProps) {
  const { t } = useTranslation();
  return (
    <ActRow>
      <Icon name="message-square-warning" />
      <p>{t(`faultLink.${question}`)}</p>
      <AppLink to={useFaultPath(address)}>{t('faultLink.report')}</AppLink>
    </ActRow>
  );
}
