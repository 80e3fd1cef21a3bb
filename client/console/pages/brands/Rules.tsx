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

/** What a logo looks like on the ground that it stands on; where there is none, the name stands there. */
export function Logos({ brand: { name, logo, logoDark, iconPath } }: { brand: BrandReview }) {
  const { say } = useWords();
  const shown = (one: BrandLogo | null) =>
    one ? <img src={one.src} width={one.width} height={one.height} alt={name} /> : <b>{name}</b>;
  return (
    <Block name={say('brands.logos')}>
      <dl className="rows">
        <Row name={say('brands.logo.light')}>
          <span className="brand-logo">{shown(logo)}</span>
        </Row>
        <Row name={say('brands.logo.dark')}>
          <span className="brand-logo brand-logo--dark">{shown(logoDark ?? logo)}</span>
        </Row>
        <Row name={say('brands.logo.icon')}>
          <span className="brand-logo">
            <img className="icon" src={iconPath} width={32} height={32} alt="" />
          </span>
        </Row>
      </dl>
    </Block>
  );
}

export function EmailSettings({ brand: { letters, supportPhone } }: { brand: BrandReview }) {
  const { say } = useWords();
  const none = say('brands.letters.none');
  return (
    <Block name={say('brands.letters')}>
      <dl className="rows">
        <Row name={say('brands.letters.from')}>
          {letters.fromName}
          {letters.fromAddress !== null && <span className="mono"> &lt;{letters.fromAddress}&gt;</span>}
        </Row>
        <Row name={say('brands.letters.replyTo')}>
          {letters.replyTo === null ? none : <span className="mono">{letters.replyTo}</span>}
        </Row>
        <Row name={say('brands.letters.phone')}>{supportPhone ?? none}</Row>
      </dl>
    </Block>
  );
}

export function Rules({ brand: { holds, namesRequired, emailRequired, contactDays } }: { brand: BrandReview }) {
  const { say, money } = useWords();
  const yesOrNo = (isSo: boolean): string => say(isSo ? 'brands.yes' : 'brands.no');
  return (
    <Block name={say('brands.rules')}>
      <dl className="rows">
        {holds.map(({ currency, amountsMinor }) => (
          <Row key={currency} name={say('brands.holds', { currency })}>
            {amountsMinor.map(minor => money(minor, currency)).join(' · ')}
          </Row>
        ))}
        <Row name={say('brands.namesRequired')}>{yesOrNo(namesRequired)}</Row>
        <Row name={say('brands.emailRequired')}>{yesOrNo(emailRequired)}</Row>
        <Row name={say('brands.contactDays')}>{say('brands.days', { count: contactDays })}</Row>
      </dl>
    </Block>
  );
}
