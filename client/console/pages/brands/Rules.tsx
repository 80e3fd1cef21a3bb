import type { ReactNode } from 'react';
import type { BrandLogo, BrandReview } from '../../../../shared/console/brands.ts';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** The brand's logos on a light and a dark background. Without a logo, the name of the brand is shown. */
export function Logos({ brand: { name, logo, logoDark, iconPath } }: { brand: BrandReview }) {
  const { t } = useWords();
  const shown = (one: BrandLogo | null) =>
    one ? <img src={one.src} width={one.width} height={one.height} alt={name} /> : <b>{name}</b>;
  return (
    <Block name={t('brands.logos')}>
      <dl className="rows">
        <Row name={t('brands.logo.light')}>
          <span className="brand-logo">{shown(logo)}</span>
        </Row>
        <Row name={t('brands.logo.dark')}>
          <span className="brand-logo brand-logo--dark">{shown(logoDark ?? logo)}</span>
        </Row>
        <Row name={t('brands.logo.icon')}>
          <span className="brand-logo">
            <img className="icon" src={iconPath} width={32} height={32} alt="" />
          </span>
        </Row>
      </dl>
    </Block>
  );
}

export function EmailSettings({ brand: { letters, supportPhone } }: { brand: BrandReview }) {
  const { t } = useWords();
  const none = t('brands.letters.none');
  return (
    <Block name={t('brands.letters')}>
      <dl className="rows">
        <Row name={t('brands.letters.from')}>
          {letters.fromName}
          {letters.fromAddress !== null && <span className="mono"> &lt;{letters.fromAddress}&gt;</span>}
        </Row>
        <Row name={t('brands.letters.replyTo')}>
          {letters.replyTo === null ? none : <span className="mono">{letters.replyTo}</span>}
        </Row>
        <Row name={t('brands.letters.phone')}>{supportPhone ?? none}</Row>
      </dl>
    </Block>
  );
}

export function Rules({ brand: { holds, checkoutForm, namesRequired, emailRequired, contactDays } }: { brand: BrandReview }) {
  const { t, money } = useWords();
  const yesOrNo = (isSo: boolean): string => t(isSo ? 'brands.yes' : 'brands.no');
  return (
    <Block name={t('brands.rules')}>
      <dl className="rows">
        {holds.map(({ currency, amountsMinor }) => (
          <Row key={currency} name={t('brands.holds', { currency })}>
            {amountsMinor.map(minor => money(minor, currency)).join(' · ')}
          </Row>
        ))}
        <Row name={t('brands.checkoutForm')}>{t(`brands.checkoutForm.${checkoutForm}`)}</Row>
        <Row name={t('brands.namesRequired')}>{yesOrNo(namesRequired)}</Row>
        <Row name={t('brands.emailRequired')}>{yesOrNo(emailRequired)}</Row>
        <Row name={t('brands.contactDays')}>{t('brands.days', { count: contactDays })}</Row>
      </dl>
    </Block>
  );
}
