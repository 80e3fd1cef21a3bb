import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BillCheck, Receipt } from '../../../shared/charging/receipt.ts';
import { formatTransactionId } from '../../../shared/figures/format.ts';
import { useVisit } from '../../core/pageData.tsx';
import { printedPhone, telephone } from '../../core/telephone.ts';
import { useFormat } from '../../hooks/useFormat.ts';
import { TextLink } from '../control/Button.tsx';
import { Icon, type IconName } from '../text/Icon.tsx';
import { Hidden, Small } from '../text/Text.tsx';
import * as S from './BillVerdict.styles.ts';
import { SignedValues } from './SignedValues.tsx';

const SOFTWARE = 'https://transparenz.software';

export const SEALS: Readonly<Record<BillCheck['overall'], IconName>> = {
  ok: 'badge-check',
  problem: 'circle-x',
  open: 'circle-question-mark',
};

interface BillVerdictProps {
  receipt: Receipt;
  /** A link to the signed data, for drivers who verify the signatures themselves. */
  children?: ReactNode;
}

/**
 * Says whether the bill agrees with the signed meter values. If the bill was not checked, renders only `children`. Needs the
 * text areas `check` and `unit` (see `Route.strings`).
 */
export function BillVerdict({ receipt, children }: BillVerdictProps) {
  const { t } = useTranslation();
  const { check } = receipt;
  const { number } = receipt.found;
  if (!check) return children;
  return (
    <S.Verdict>
      <Finding check={check} receipt={receipt} />
      {check.overall === 'problem' && number !== null && <NextStep number={number} />}
      <SignedValues check={check} receipt={receipt} />
      {children}
      <TextLink href={SOFTWARE} rel="noreferrer">
        <Icon name="external-link" />
        {t('check.software')}
      </TextLink>
      <Small>{t('check.convenience')}</Small>
    </S.Verdict>
  );
}

function Finding({ check, receipt }: { check: BillCheck; receipt: Receipt }) {
  const { t } = useTranslation();
  const reasons = useReasons(check, receipt);
  return (
    <S.Box data-overall={check.overall}>
      <S.Finding>
        <Icon name={SEALS[check.overall]} size="lg" />
        <span>
          <b>{t(`check.result.${check.overall}`)}</b>
          <span>{t(`check.signature.short.${signatureOf(check)}`)}</span>
        </span>
      </S.Finding>
      <Energies check={check} receipt={receipt} />
      {reasons.length > 0 && (
        <S.Reasons>
          {reasons.map(reason => (
            <li key={reason}>{reason}</li>
          ))}
        </S.Reasons>
      )}
    </S.Box>
  );
}

/** Returns the worst verdict among all signed records. */
function signatureOf({ records }: BillCheck): 'valid' | 'invalid' | 'unverifiable' {
  const verdicts = records.map(({ verdict }) => verdict);
  if (verdicts.includes('invalid')) return 'invalid';
  return verdicts.length === 0 || verdicts.includes('unverifiable') ? 'unverifiable' : 'valid';
}

/** The signed and the billed energy: two figures on screen, one sentence for screen readers. */
function Energies({ check, receipt }: { check: BillCheck; receipt: Receipt }) {
  const { t } = useTranslation();
  const format = useFormat({ country: receipt.country, timeZone: receipt.found.timeZone });
  const { signedEnergyWh: signed, billedEnergyWh: billed } = check;
  if (signed === null) return null;
  const differs = signed !== billed;
  return (
    <div>
      {!differs && <Hidden as="p">{t('check.energy.equal', { kwh: format.number(billed / 1000, 3) })}</Hidden>}
      <S.Balance data-differs={differs ? '' : undefined} aria-hidden="true">
        <span>
          <b>{format.energy(signed, 3)}</b>
          <small>{t('check.balance.signed')}</small>
        </span>
        <i>{differs ? '≠' : '='}</i>
        <span>
          <b>{format.energy(billed, 3)}</b>
          <small>{t('check.balance.billed')}</small>
        </span>
      </S.Balance>
    </div>
  );
}

/** Returns the reasons why the bill does not match, or could not be compared, each once. */
function useReasons({ records, reasons, signedEnergyWh, billedEnergyWh }: BillCheck, { country, found }: Receipt): string[] {
  const { t } = useTranslation();
  const format = useFormat({ country, timeZone: found.timeZone });
  const kwh = (wh: number | null) => format.number((wh ?? 0) / 1000, 3);
  const values = { signed: kwh(signedEnergyWh), billed: kwh(billedEnergyWh) };
  const ofRecords = records.flatMap(({ reason }) => (reason ? [t(`check.record.${reason}`)] : []));
  return [...new Set([...ofRecords, ...reasons.map(reason => t(`check.reason.${reason}`, values))])];
}

function NextStep({ number }: { number: number }) {
  const { t } = useTranslation();
  const { supportPhone } = useVisit().client;
  const id = formatTransactionId(number);
  if (supportPhone === null) return <p>{t('check.next.noPhone', { id })}</p>;
  return (
    <>
      <p>{t('check.next', { phone: printedPhone(supportPhone), id })}</p>
      <TextLink href={telephone(supportPhone)}>
        <Icon name="phone" />
        {printedPhone(supportPhone)}
      </TextLink>
    </>
  );
}
