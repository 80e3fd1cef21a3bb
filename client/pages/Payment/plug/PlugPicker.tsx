import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChargingPoint, Plug } from '../../../../shared/charging/charging.ts';
import { pathToPlug } from '../../../../shared/charging/paths.ts';
import { canChoose } from '../../../../shared/charging/session.ts';
import { AppLink } from '../../../components/control/AppLink.tsx';
import { Disclosure } from '../../../components/control/Disclosure.tsx';
import { Status } from '../../../components/feedback/Status.tsx';
import { Icon } from '../../../components/text/Icon.tsx';
import { Hidden } from '../../../components/text/Text.tsx';
import { useVisit } from '../../../core/pageData.tsx';
import { useMainPrice } from '../price/usePrices.ts';
import { usePlugFacts } from './PlugDetails.tsx';
import { PlugMark } from './PlugMark.tsx';
import * as S from './PlugPicker.styles.ts';
import { PLUG_ICONS } from './plugFacts.ts';

interface PlugPickerProps {
  point: ChargingPoint;
  /** True: the rows are buttons of a form, which sends the chosen plug as `connector`. False: the rows are links. */
  isInForm: boolean;
}

/**
 * The usable plugs of a charging point as rows, each with its price. A press chooses the plug. The other plugs are folded,
 * and lead to a page that says since when and where else to charge.
 */
export function PlugPicker({ point, isInForm }: PlugPickerProps) {
  const { t } = useTranslation();
  const usable = point.plugs.filter(({ state }) => canChoose(state));
  const off = point.plugs.filter(({ state }) => !canChoose(state));
  const Row = isInForm ? PlugButton : PlugLink;
  return (
    <>
      {usable.length > 0 && (
        <S.PlugRows>
          {usable.map(plug => (
            <li key={plug.id}>
              <Row point={point} plug={plug}>
                <RowText point={point} plug={plug} />
              </Row>
            </li>
          ))}
        </S.PlugRows>
      )}
      {usable.length > 0 && <S.Instruction>{t('plug.instruction')}</S.Instruction>}
      {off.length > 0 && (
        <Disclosure summary={t('plug.off', { count: off.length })} isOpen={usable.length <= 1}>
          <S.OffRows>
            {off.map(plug => (
              <li key={plug.id}>
                {isInForm ? (
                  <OffText plug={plug} />
                ) : (
                  <PlugLink point={point} plug={plug}>
                    <OffText plug={plug} />
                  </PlugLink>
                )}
              </li>
            ))}
          </S.OffRows>
        </Disclosure>
      )}
    </>
  );
}

function OffText({ plug: { number, kind, state } }: { plug: Plug }) {
  const { t } = useTranslation();
  return (
    <>
      <Icon name={PLUG_ICONS[kind]} />
      <b>
        <Hidden>{t('plug.number', { number })}, </Hidden>
        <span aria-hidden="true">{number} </span>
        {t(`plug.type.${kind}`)}
      </b>
      <Status state={state} />
    </>
  );
}

interface RowProps {
  point: ChargingPoint;
  plug: Plug;
  children: ReactNode;
}

function PlugButton({ plug, children }: RowProps) {
  return (
    <button type="submit" name="connector" value={plug.id}>
      {children}
    </button>
  );
}

function PlugLink({ point: { clientId, evseId }, plug, children }: RowProps) {
  const { locale } = useVisit();
  return <AppLink to={pathToPlug({ locale, clientId, evseId, plug: plug.id })}>{children}</AppLink>;
}

function RowText({ point, plug }: Omit<RowProps, 'children'>) {
  const { t } = useTranslation();
  const price = useMainPrice(point)(plug.prices.now);
  const facts = usePlugFacts(point, plug);
  return (
    <>
      <PlugMark plug={plug} />
      <span>
        <b>{t(`plug.type.${plug.kind}`)}</b>
        <small>
          {facts.power}
          <Hidden>, </Hidden>
        </small>
        <small>{facts.cable}</small>
      </span>
      <span data-part="value">
        <b>{plug.isFree ? t('tariff.freeTitle') : price?.price}</b>
        {!plug.isFree && <small>{price?.unit ?? price?.label}</small>}
      </span>
      <Icon name="chevron-right" />
    </>
  );
}
