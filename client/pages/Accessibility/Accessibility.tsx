import { useTranslation } from 'react-i18next';
import { NEUTRAL_BRAND, NEUTRAL_CLIENT } from '../../../shared/charging/neutralClient.ts';
import { pathTo } from '../../../shared/charging/paths.ts';
import { AppLink } from '../../components/control/AppLink.tsx';
import { PrintButton } from '../../components/control/PrintButton.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { Prose } from '../../components/text/LegalNodes.tsx';
import { RichText } from '../../components/text/Text.tsx';
import { useVisit } from '../../core/pageData.tsx';
import { useFormat } from '../../hooks/useFormat.ts';
import { ContactLinks, LegalBody } from '../Legal/LegalBody.tsx';
import type { AccessibilityData } from './load.ts';

/** Date of the last review of the statement. */
const PREPARED_ON = '2026-11-21T12:00:00Z';

const WORDS = { intro: 'statement.intro', service: 'statement.service.text', help: 'statement.contact.help' } as const;
/** Texts for a site that only issues receipts. */
const RECEIPTS_WORDS = {
  intro: 'statement.receipts.intro',
  service: 'statement.receipts.service',
  help: 'statement.receipts.help',
} as const;

/** The accessibility statement. If the brand has no statement of its own, a general one is shown. */
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

/** The general statement. It names no authority and no law, because these depend on the operator. */
function OurStatement() {
  const { t } = useTranslation();
  const { client, host, isReceiptsOnly } = useVisit();
  const format = useFormat();
  const words = isReceiptsOnly ? RECEIPTS_WORDS : WORDS;
  // The neutral brand's name is no company, so the statement names the host.
  const name = client.name === NEUTRAL_CLIENT.name ? host : client.name;
  return (
    <Prose>
      <p>{t(words.intro, { client: name })}</p>
      <h2>{t('statement.service')}</h2>
      <p>{t(words.service)}</p>
      <h2>{t('statement.conformity')}</h2>
      <p>{t('statement.conformity.text')}</p>
      <p>{t('statement.method')}</p>
      <h2>{t('statement.barriers')}</h2>
      <ul>
        <li>{t('statement.barriers.notAudited')}</li>
      </ul>
      <h2>{t('statement.contact')}</h2>
      {client.supportPhone || client.supportEmail ? <p>{t('statement.contact.ask')}</p> : <ImprintHint />}
      <ContactLinks />
      {client.supportPhone && <p>{t(words.help)}</p>}
      <p>{t('statement.date', { date: format.date(PREPARED_ON) })}</p>
    </Prose>
  );
}

/** A link to the imprint, if the brand has neither telephone number nor e-mail address. */
function ImprintHint() {
  const { t } = useTranslation();
  const { client, locale } = useVisit();
  const address =
    client.id === NEUTRAL_BRAND ? pathTo('neutralImprint', { locale }) : pathTo('imprint', { locale, clientId: client.id });
  return (
    <p>
      <RichText text={t('statement.contact.imprint')} tags={{ a: inner => <AppLink to={address}>{inner}</AppLink> }} />
    </p>
  );
}
