import { useTranslation } from 'react-i18next';
import { matchPath, useLocation } from 'react-router';
import { styled } from 'styled-components';
import { PATHS } from '../../../shared/charging/paths.ts';
import { withLocale } from '../../../shared/model/locales.ts';
import type { ProblemCode } from '../../../shared/model/problem.ts';
import { AppLink } from '../../components/control/AppLink.tsx';
import { Button, ButtonLink, Buttons } from '../../components/control/Button.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { Icon } from '../../components/text/Icon.tsx';
import { EvseId, RichText } from '../../components/text/Text.tsx';
import { type FormState, usePage, useVisit } from '../../core/pageData.tsx';
import { PROBLEM_PAGES } from '../../core/problemTexts.ts';
import { printedPhone, telephone } from '../../core/telephone.ts';

interface FailureData {
  code: ProblemCode;
  retryAfterS: number | null;
}

const SOME_MINUTES = 5;
const NOT_READY: readonly ProblemCode[] = ['invoice-not-ready', 'receipt-not-ready', 'calibration-not-ready'];

/** The error page. It says what failed, what is not affected, and what to do next. */
export function Failure({ data }: { data: FailureData | null }) {
  const { t } = useTranslation();
  const { requestId } = useVisit();
  const { pathname } = useLocation();
  const { form } = usePage();
  const isSession = matchPath({ path: PATHS.session, end: false }, pathname) !== null;
  const code = data?.code ?? 'unexpected';
  const words = PROBLEM_PAGES[code];
  const minutes = data?.retryAfterS ? Math.ceil(data.retryAfterS / 60) : SOME_MINUTES;
  return (
    <>
      <PageHead title={t(words.title)} lead={t(words.text, { minutes })}>
        {isSession && <p>{t('session.error.load')}</p>}
        {form && <p>{t('failure.unavailable.kept')}</p>}
        {NOT_READY.includes(code) && <p>{t('failure.tooMany.text', { minutes })}</p>}
      </PageHead>
      <NextSteps code={code} form={form} />
      {code === 'unexpected' && (
        <RequestId>
          <RichText text={t('common.requestId', { id: `<id>${requestId}</id>` })} tags={{ id: inner => <EvseId id={inner} /> }} />
        </RequestId>
      )}
    </>
  );
}

function NextSteps({ code, form }: { code: ProblemCode; form: FormState | null }) {
  const { t } = useTranslation();
  const { client, locale } = useVisit();
  const { pathname, search } = useLocation();
  const isNeutral = client.id === 'house';
  const here = pathname.startsWith('/api/') ? pathname : withLocale(locale, pathname) + search;
  if (form)
    return (
      <Buttons>
        <SendAgain address={here} values={form.values} />
        <Help />
      </Buttons>
    );
  return (
    <Buttons>
      {code === 'link-expired' && !isNeutral ? (
        <ButtonLink as={AppLink} $variant="primary" to={`/${client.id}/receipts`}>
          {t('footer.receipts')}
        </ButtonLink>
      ) : (
        <ButtonLink $variant="primary" href={here}>
          {t('common.tryAgain')}
        </ButtonLink>
      )}
      <Help />
    </Buttons>
  );
}

function Help() {
  const { t } = useTranslation();
  const { supportPhone } = useVisit().client;
  if (!supportPhone) return null;
  return (
    <ButtonLink href={telephone(supportPhone)}>
      <Icon name="phone" />
      <span>{t('footer.help', { phone: printedPhone(supportPhone) })}</span>
    </ButtonLink>
  );
}

/** A form that sends the submitted values again. Its token is the same, so the server executes the request at most once. */
function SendAgain({ address, values }: { address: string; values: FormState['values'] }) {
  const { t } = useTranslation();
  return (
    <form method="post" action={address}>
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button $variant="primary" type="submit">
        {t('common.tryAgain')}
      </Button>
    </form>
  );
}

const RequestId = styled.p`
  padding-top: var(--s5);
  font-size: var(--t-sm);
  color: var(--ink-2);
`;
