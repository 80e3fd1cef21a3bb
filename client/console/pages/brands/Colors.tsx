import type { ReviewedColor, UsedColor } from '../../../../shared/console/brands.ts';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';
import { Board, type Column } from '../../parts/Board.tsx';

/** The brand's configured colours, the colours that pages use instead, and why they differ. */
export function Colors({ colors }: { colors: readonly ReviewedColor[] }) {
  const { t } = useWords();
  const columns: readonly Column<ReviewedColor>[] = [
    { text: 'brands.color.use', cell: ({ use }) => <b>{t(`brands.use.${use}`)}</b> },
    {
      text: 'brands.color.asked',
      className: 'lab wide-s',
      cell: ({ requested, isNamed }) => (
        <>
          <Chip color={requested} /> <span className="mono">{requested}</span>
          {!isNamed && <small>{t('brands.color.usual')}</small>}
        </>
      ),
    },
    {
      text: 'brands.color.light',
      className: 'lab wide-s',
      cell: ({ use, light }) => <Used used={light} isLine={use !== 'button'} />,
    },
    {
      text: 'brands.color.dark',
      className: 'lab wide-s',
      cell: ({ use, dark }) => <Used used={dark} isLine={use !== 'button'} />,
    },
  ];
  return (
    <Block name={t('brands.colors')}>
      <Board columns={columns} lines={colors} keyOf={({ use }) => use} />
    </Block>
  );
}

function Used({ used: { color, isRequested, words, ratio, needed }, isLine }: { used: UsedColor; isLine: boolean }) {
  const { t, decimal } = useWords();
  const reached = decimal(Math.floor(ratio * 10) / 10);
  return (
    <>
      {isRequested ? t('brands.color.asIs') : <Chip color={color} />} {!isRequested && <span className="mono">{color}</span>}
      {words !== null && (
        <small>{t(words === '#ffffff' ? 'brands.color.white' : 'brands.color.black', { ratio: reached })}</small>
      )}
      {isLine && isRequested && <small>{t('brands.color.enough', { ratio: reached })}</small>}
      {!isRequested && <small>{t('brands.color.tooLittle', { ratio: reached, needed: decimal(needed) })}</small>}
    </>
  );
}

/** An SVG, because the content security policy allows no style attribute. */
const Chip = ({ color }: { color: string }) => (
  <svg className="chip" viewBox="0 0 40 24" aria-hidden="true" focusable="false">
    <rect width="40" height="24" fill={color} />
  </svg>
);
