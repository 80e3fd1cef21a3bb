import { useTranslation } from 'react-i18next';
import type { Plug } from '../../../../shared/charging/charging.ts';
import { Icon } from '../../../components/text/Icon.tsx';
import { PlateNumber } from '../../../components/text/Plate.tsx';
import { Hidden } from '../../../components/text/Text.tsx';
import { Art, Hexagon } from './PlugPicker.styles.ts';
import { PLUG_ICONS, PLUG_IDENTIFIERS } from './plugFacts.ts';

/** The number and the drawing of a plug, at the beginning of a row of `PlugRows`. `isOff`: the plug cannot be used. */
export function PlugMark({ plug: { number, kind }, isOff = false }: { plug: Pick<Plug, 'number' | 'kind'>; isOff?: boolean }) {
  const { t } = useTranslation();
  const identifiers = PLUG_IDENTIFIERS[kind] ?? [];
  return (
    <>
      <PlateNumber data-part="plate" data-off={isOff ? '' : undefined}>
        <Hidden>{t('plug.number', { number })}, </Hidden>
        <span aria-hidden="true">{number}</span>
      </PlateNumber>
      <Art data-part="art">
        <Icon name={PLUG_ICONS[kind]} size="lg" />
        {identifiers.length > 0 && (
          <span>
            {identifiers.map(letter => (
              <Hexagon key={letter} viewBox="0 0 26 30" role="img" aria-label={`EN 17186: ${letter}`}>
                <path d="M13 1.5 24.5 8v14L13 28.5 1.5 22V8z" />
                <text x="13" y="20">
                  {letter}
                </text>
              </Hexagon>
            ))}
          </span>
        )}
      </Art>
    </>
  );
}
