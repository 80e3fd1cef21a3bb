import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { pathTo } from '../../../../shared/charging/paths.ts';
import type { Contract, Session } from '../../../../shared/charging/session.ts';
import { formatTransactionId } from '../../../../shared/figures/format.ts';
import { priceStretches } from '../../../../shared/price/priceStretches.ts';
import { AppLink } from '../../../components/control/AppLink.tsx';
import { TextLink } from '../../../components/control/Button.tsx';
import { Disclosure } from '../../../components/control/Disclosure.tsx';
import { Stack } from '../../../components/layout/Stack.ts';
import { Rows } from '../../../components/text/Rows.tsx';
import { Small } from '../../../components/text/Text.tsx';
import { usePage, useVisit } from '../../../core/pageData.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import { SlimSection } from '../parts/Session.styles.ts';

interface ContractProps {
  session: Session;
  contract: Contract;
}

interface ContractDetailsProps extends Pick<ContractProps, 'session'> {
  contract: Contract | undefined;
}

/** The confirmation of the contract: seller, subject, prices and terms. The read-only page of the watch link has no contract. */
export function ContractDetails({ session, contract }: ContractDetailsProps) {
  const { t } = useTranslation();
  if (!contract) return null;
  return (
    <SlimSection>
      <Disclosure summary={t('contract.title')}>
        <Stack $gap={4}>
          <PrintedTitle>{t('contract.title')}</PrintedTitle>
          <Agreed session={session} contract={contract} />
          <Prices session={session} contract={contract} />
          {contract.terms && <Terms terms={contract.terms} />}
          <Withdrawal />
          <Small>{t('contract.keep')}</Small>
        </Stack>
      </Disclosure>
    </SlimSection>
  );
}

/** The title of the contract in print, because the line of the disclosure is not printed. */
const PrintedTitle = styled.h2`
  display: none;
  @media print {
    display: block;
  }
`;

function Agreed({ session, contract }: ContractProps) {
  const { t } = useTranslation();
  const { place, number, hold } = session;
  const format = useFormat(place);
  const address = `${place.street}, ${place.postalCode} ${place.city}`;
  const rows = [
    { label: t('contract.number'), value: formatTransactionId(number) },
    { label: t('contract.concluded'), value: format.dateTime(contract.concludedAt) },
    { label: t('contract.supplier'), value: contract.supplier },
    { label: t('contract.service'), value: t('contract.service.text', { evse: place.evseId, address }) },
    ...(hold ? [{ label: t('contract.hold'), value: format.money(hold.amountMinor, hold.currency) }] : []),
  ];
  return <Rows rows={rows} />;
}

function useStretches({ session, contract: { days, currency } }: ContractProps) {
  const { t } = useTranslation();
  const format = useFormat(session.place);
  return priceStretches(days, {
    translate: (key, values) => t(key, { ...values }),
    unitPrice: micro => format.unitPrice(micro, currency),
    money: minor => format.money(minor, currency),
    clock: format.clock,
  });
}

function Prices(props: ContractProps) {
  const { t } = useTranslation();
  const stretches = useStretches(props);
  return (
    <Stack $gap={2}>
      <h2>{t('contract.prices')}</h2>
      {stretches.map(({ name, rows }) => (
        <div key={name}>
          {name !== null && <b>{name}</b>}
          <Rows rows={rows.map(([label, value]) => ({ label, value }))} />
        </div>
      ))}
      <Small>{t('tariff.inclVat')}</Small>
    </Stack>
  );
}

function Terms({ terms }: { terms: NonNullable<Contract['terms']> }) {
  const { t } = useTranslation();
  const { locale } = useVisit();
  const { clientId = '' } = usePage().params;
  const rows = [
    { label: t('language.label'), value: t(`language.${terms.locale}`) },
    { label: t('contract.terms.checksum'), value: <Small as="span">{terms.hash}</Small> },
  ];
  return (
    <div>
      <TextLink as={AppLink} to={pathTo('terms', { locale, clientId })}>
        {t('contract.terms')}
      </TextLink>
      <Rows rows={rows} />
    </div>
  );
}

/** The full address of the withdrawal page, so that a printed or saved confirmation also contains it. */
function Withdrawal() {
  const { t } = useTranslation();
  const { locale, client, origin } = useVisit();
  const { clientId = '', sessionId = '' } = usePage().params;
  if (!client.withdrawal) return null;
  const link = origin + pathTo('withdrawal', { locale, clientId, sessionId });
  return (
    <div>
      <h2>{t('contract.withdrawal')}</h2>
      <Small>{t('contract.withdrawal.text', { link })}</Small>
    </div>
  );
}
