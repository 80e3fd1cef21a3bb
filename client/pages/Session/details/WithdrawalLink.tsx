import { useTranslation } from 'react-i18next';
import { fillPath, PATHS } from '../../../../shared/charging/paths.ts';
import { useVisit } from '../../../core/pageData.tsx';
import type { ViewProps } from '../live/viewProps.ts';
import { NextLink } from '../parts/Session.styles.ts';

/** A link to withdraw from the contract, if the brand offers it. The read-only page of the watch link does not have it. */
export function WithdrawalLink({ session }: Pick<ViewProps<'running' | 'paused' | 'completed'>, 'session'>) {
  const { t } = useTranslation();
  const { withdrawal } = useVisit().client;
  const { sessionId, place } = session;
  if (!withdrawal || sessionId === null) return null;
  return <NextLink to={fillPath(PATHS.withdrawal, { clientId: place.clientId, sessionId })}>{t('footer.withdrawal')}</NextLink>;
}
