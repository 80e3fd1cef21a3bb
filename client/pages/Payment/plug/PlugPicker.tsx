import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChargingPoint, Plug } from '../../../../shared/charging/charging.ts';
import { canChoose } from '../../../../shared/charging/session.ts';
import { Status } from '../../../components/feedback/Status.tsx';
import { Radio } from '../../../components/form/CheckField.tsx';
import { Icon } from '../../../components/text/Icon.tsx';
import { Num } from '../../../components/text/Text.tsx';
import { mainKind, usePrices } from '../price/usePrices.ts';
import { PlugFacts } from './PlugDetails.tsx';
import * as S from './PlugPicker.styles.ts';
import { PLUG_ICONS, PLUG_IDENTIFIERS } from './plugFacts.ts';

interface PlugPickerProps {
  point: ChargingPoint;
  /** Name of the radio buttons. Null: the list is shown without radio buttons. */
  name: string | null;
  /** Id of the plug to check at first, if it is free. Undefined: the first free plug is checked. */
  wanted?: string | undefined;
  onChoose?: ((plugId: string) => void) | undefined;
}

/** A list of all plugs of a charging point, with price and state. */
export function PlugPicker({ point, name, wanted, onChoose }: PlugPickerProps) {
  // Computed only once: the checked radio button must not jump to another plug when a plug becomes occupied.
  const [checked] = useState(() => firstChoice(point, wanted));
  return (
    <S.Choices>
      {point.plugs.map(plug => {
        const isOff = !canChoose(plug.state);
        return (
          <S.Choice key={plug.id} as={name === null ? 'div' : 'label'} data-off={isOff ? '' : undefined}>
            {name !== null && (
              <Radio
                type="radio"
                name={name}
                value={plug.id}
                disabled={isOff}
                defaultChecked={plug.id === checked}
                onChange={() => onChoose?.(plug.id)}
              />
            )}
            <PlugText point={point} plug={plug} />
            <PlugArt plug={plug} />
          </S.Choice>
        );
      })}
    </S.Choices>
  );
}

function firstChoice({ plugs }: ChargingPoint, wanted: string | undefined): string | undefined {
  const free = plugs.filter(({ state }) => canChoose(state));
  return (free.find(({ id }) => id === wanted) ?? free[0])?.id;
}

function PlugText({ point, plug }: { point: ChargingPoint; plug: Plug }) {
  const { t } = useTranslation();
  const prices = usePrices(point);
  const main = mainKind(plug.prices.now);
  const price = prices(plug.prices.now).find(({ kind }) => kind === main);
  return (
    <S.ChoiceText>
      <S.ChoiceName>
        <S.Parts>
          <span>{t('plug.number', { number: plug.number })}</span>
          <span>{t(`plug.type.${plug.kind}`)}</span>
        </S.Parts>
      </S.ChoiceName>
      <S.ChoicePrice>
        {plug.isFree ? (
          t('tariff.free')
        ) : (
          <Num>
            <b>{price?.price}</b> {price?.unit ?? price?.label}
          </Num>
        )}
      </S.ChoicePrice>
      <S.ChoiceMeta>
        <PlugFacts point={point} plug={plug} />
      </S.ChoiceMeta>
      <Status state={plug.state} />
    </S.ChoiceText>
  );
}

function PlugArt({ plug }: { plug: Plug }) {
  const identifiers = PLUG_IDENTIFIERS[plug.kind] ?? [];
  return (
    <S.ChoiceArt>
      <Icon name={PLUG_ICONS[plug.kind]} size="xl" />
      {identifiers.length > 0 && (
        <S.Identifiers>
          {identifiers.map(letter => (
            <S.Hexagon key={letter} viewBox="0 0 26 30" role="img" aria-label={`EN 17186: ${letter}`}>
              <path d="M13 1.5 24.5 8v14L13 28.5 1.5 22V8z" />
              <text x="13" y="20">
                {letter}
              </text>
            </S.Hexagon>
          ))}
        </S.Identifiers>
      )}
    </S.ChoiceArt>
  );
}
