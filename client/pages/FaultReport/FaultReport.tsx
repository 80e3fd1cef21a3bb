import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { pathTo, pathToPlug } from '../../../shared/charging/paths.ts';
import { AppLink } from '../../components/control/AppLink.tsx';
import { TextLink } from '../../components/control/Button.tsx';
import { Note } from '../../components/feedback/Note.tsx';
import { ErrorSummary } from '../../components/form/ErrorSummary.tsx';
import { TabTitle } from '../../components/layout/PageHead.tsx';
import { Stack } from '../../components/layout/Stack.ts';
import { PlateHead } from '../../components/text/PlateHead.tsx';
import { EvseId } from '../../components/text/Text.tsx';
import { usePage, useVisit } from '../../core/pageData.tsx';
import { FreePlugs } from '../Payment/plug/FreePlugs.tsx';
import { FaultForm } from './FaultForm.tsx';
import type { FaultReportData } from './load.ts';

export { load } from './load.ts';

/** The page on which a driver reports a fault at a charging point, and the confirmation with free plugs near there. */
export function FaultReport({ data }: { data: FaultReportData }) {
  const { t } = useTranslation();
  const { locale } = useVisit();
  const { form } = usePage();
  const { point, plug, sent, alternatives } = data;
  const { clientId, evseId } = point;
  const errors = form?.errors ?? {};
  const hasErrors = Object.keys(errors).length > 0;
  const title = t(sent ? 'fault.sent.title' : 'faultLink.report');
  const address = { locale, clientId, evseId };
  return (
    <Page>
      <TabTitle title={title} hasErrors={hasErrors} />
      {hasErrors && <ErrorSummary errors={errors} />}
      <PlateHead number={plug?.number} heading={<h1 tabIndex={-1}>{title}</h1>} isOff>
        {plug && `${t(`plug.type.${plug.kind}`)}, `}
        {point.street}
        <br />
        <EvseId id={evseId} />
      </PlateHead>
      {sent ? <Sent isAnswered={sent === 'answer'} /> : <FaultForm data={data} />}
      {alternatives && <FreePlugs place={point} alternatives={alternatives} />}
      <TextLink as={AppLink} to={plug ? pathToPlug({ ...address, plug: plug.id }) : pathTo('payment', address)}>
        {t('fault.back')}
      </TextLink>
    </Page>
  );
}

/** Says what happens with the report. The state of the charging point stays the same for other drivers. */
function Sent({ isAnswered }: { isAnswered: boolean }) {
  const { t } = useTranslation();
  return (
    <Note variant="success" icon="circle-check" role="status">
      <Stack $gap={1}>
        <p>{t('fault.sent.person')}</p>
        {isAnswered && <p>{t('fault.sent.answer')}</p>}
      </Stack>
    </Note>
  );
}

const Page = styled.div`
  > * + * {
    margin-top: var(--s5);
  }
  > section {
    padding-block: var(--s5) 0;
  }
`;
