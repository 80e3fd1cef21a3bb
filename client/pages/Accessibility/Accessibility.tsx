import { useTranslation } from 'react-i18next';
import { PrintButton } from '../../components/control/PrintButton.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { useFormat } from '../../hooks/useFormat.ts';
import { useVisit } from '../../pageData.tsx';
import { ContactLinks, LegalBody, Prose } from '../Legal/LegalBody.tsx';
import type { AccessibilityData } from './load.ts';

/** When what the statement says was last found to be true. */
const PREPARED_ON = '2026-11-21T12:00:00Z';

/** The accessibility statement: the client's own, else what is true of every brand. */
export function Accessibility({ data: { text } }: { data: AccessibilityData }) {
  const { t } = useTranslation();
  const title = t('statement.title');
  return (
    <>
      <PageHead title={title} />
      {text ? <LegalBody text={text} title={title} /> : <OurStatement />}
      <PrintButton />
    </>
  );
}

/** It names no authority and no law: those are the client's to know. */
function OurStatement() {
  const { t } = useTranslation();
  const { client } = useVisit();
  const format = useFormat();
  return (
    <Prose>
      <p>{t('statement.intro', { client: client.name })}</p>
      <h2>{t('statement.service')}</h2>
      <p>{t('statement.service.text')}</p>
      <h2>{t('statement.conformity')}</h2>
      <p>{t('statement.conformity.text')}</p>
      <p>{t('statement.method')}</p>
      <h2>{t('statement.barriers')}</h2>
      <ul>
        <li>{t('statement.barriers.notAudited')}</li>
      </ul>
      <h2>{t('statement.contact')}</h2>
      <p>{t('statement.contact.ask')}</p>
      <ContactLinks />
      {client.supportPhone && <p>{t('statement.contact.help')}</p>}
      <p>{t('statement.date', { date: format.date(PREPARED_ON) })}</p>
    </Prose>
  );
}
