import { useTranslation } from 'react-i18next';
import { matchPath, useLocation } from 'react-router';
import { styled } from 'styled-components';
import { withLocale } from '../../../shared/locales.ts';
import { PATHS } from '../../../shared/paths.ts';
import type { ProblemCode } from '../../../shared/problem.ts';
import { AppLink } from '../../components/control/AppLink.tsx';
import { ButtonLink, Buttons } from '../../components/control/Button.tsx';
import { ErrorCode } from '../../components/feedback/ErrorCode.ts';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { Icon } from '../../components/text/Icon.tsx';
import { EvseId, RichText } from '../../components/text/Text.tsx';
import { useVisit } from '../../pageData.tsx';
import { PROBLEM_PAGES } from '../../problemTexts.ts';
import { printedPhone, telephone } from '../../telephone.ts';

interface FailureData {
  code: ProblemCode;
  retryAfterS: number | null;
}

const SOME_MINUTES = 5;
const NOT_READY: readonly ProblemCode[] = ['invoice-not-ready', 'receipt-not-ready', 'calibration-not-ready'];

/** What went wrong, what still holds, and the way on. */
export function Failure({ data }: { data: FailureData | null }) {
  const { t } = useTranslation();
  const { requestId } = useVisit();
  const { pathname } = useLocation();
  const isSession = matchPath({ path: PATHS.session, end: false }, pathname) !== null;
  const code = data?.code ?? 'unexpected';
  const words = PROBLEM_PAGES[code];
  const minutes = data?.retryAfterS ? Math.ceil(data.retryAfterS / 60) : SOME_MINUTES;
  return (
    <>
      {code === 'unexpected' && <ErrorCode>500</ErrorCode>}
      <PageHead title={t(words.title)} lead={t(words.text, { minutes })}>
        {isSession && <p>{t('session.error.load')}</p>}
        {NOT_READY.includes(code) && <p>{t('failure.tooMany.text', { minutes })}</p>}
      </PageHead>
      <Ways code={code} />
      {code === 'unexpected' && (
        <RequestId>
          <RichText text={t('common.requestId', { id: `<id>${requestId}</id>` })} tags={{ id: inner => <EvseId id={inner} /> }} />
        </RequestId>
      )}
    </>
  );
}

function Ways({ code }: { code: ProblemCode }) {
  const { t } = useTranslation();
  const { client, locale } = useVisit();
  const { pathname, search } = useLocation();
  const phone = client.supportPhone;
  const isNeutral = client.id === 'house';
  return (
    <Buttons>
      {code === 'link-expired' && !isNeutral ? (
        <ButtonLink as={AppLink} $look="primary" to={`/${client.id}/receipts`}>
          {t('footer.receipts')}
        </ButtonLink>
      ) : (
        <ButtonLink $look="primary" href={pathname.startsWith('/api/') ? pathname : withLocale(locale, pathname) + search}>
          {t('common.tryAgain')}
        </ButtonLink>
      )}
      {phone && (
        <ButtonLink href={telephone(phone)}>
          <Icon name="phone" />
          <span>{t('footer.help', { phone: printedPhone(phone) })}</span>
        </ButtonLink>
      )}
    </Buttons>
  );
}

const RequestId = styled.p`
  padding-top: var(--s5);
  font-size: var(--t-sm);
  color: var(--ink-2);
`;
