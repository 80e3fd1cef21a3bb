import { type MouseEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { pathTo } from '../../../../shared/charging/paths.ts';
import { isConsent } from '../../../../shared/forms/contact.ts';
import type { FieldErrors } from '../../../../shared/model/problem.ts';
import { CheckField } from '../../../components/form/CheckField.tsx';
import { FieldSection } from '../../../components/layout/Columns.tsx';
import { Hidden, RichText, Small } from '../../../components/text/Text.tsx';
import { useVisit } from '../../../core/pageData.tsx';
import { useLegalDialog } from './useLegalDialog.ts';
import type { ConsentKind } from './useLegalText.ts';

interface ConsentsProps {
  clientId: string;
  values: Readonly<Record<string, string>>;
  errors: FieldErrors;
  /**
   * True if the payment provider's page asks for the e-mail address. This form then has no personal data, so it needs no consent
   * to the privacy policy.
   */
  isLeftToPayment: boolean;
  /** True if one consent names both texts, see `Client.checkoutForm`. */
  isLean: boolean;
}

/**
 * The consent checkboxes. A legal text opens in a dialog, or without JavaScript in a new tab, so that the typed values are not
 * lost.
 */
export function Consents({ clientId, values, errors, isLeftToPayment, isLean }: ConsentsProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<ConsentKind | null>(null);
  const LegalDialog = useLegalDialog();
  const onOpen = LegalDialog && setOpened;
  const legal = (kind: ConsentKind) => (words: string) => (
    <LegalLink clientId={clientId} kind={kind} words={words} onOpen={onOpen} />
  );
  const hasBoth = isLean && !isLeftToPayment;
  return (
    <Section aria-label={t('contact.confirm')}>
      <Ticks>
        <CheckField name="acceptTerms" error={errors.acceptTerms} defaultChecked={isConsent(values.acceptTerms)}>
          <RichText
            text={t(hasBoth ? 'contact.acceptBoth' : 'contact.acceptTerms')}
            tags={{ terms: legal('terms'), privacy: legal('privacy') }}
          />
        </CheckField>
        {!isLeftToPayment && !hasBoth && (
          <CheckField name="acceptPrivacy" error={errors.acceptPrivacy} defaultChecked={isConsent(values.acceptPrivacy)}>
            <RichText text={t('contact.acceptPrivacy')} tags={{ privacy: legal('privacy') }} />
          </CheckField>
        )}
      </Ticks>
      {isLeftToPayment && (
        <Notice>
          <RichText text={t('contact.atPayment')} tags={{ privacy: legal('privacy') }} />
        </Notice>
      )}
      {LegalDialog && <LegalDialog clientId={clientId} kind={opened} onClose={() => setOpened(null)} />}
    </Section>
  );
}

const Section = styled(FieldSection)`
  [data-dense] & {
    padding-block: var(--s1);
  }
`;

const Notice = styled(Small)`
  && {
    margin-bottom: var(--s2);
  }
`;

/** The consents, with a thin line between them. */
const Ticks = styled.div`
  > * + * {
    border-top: 1px solid var(--line);
  }
  > [data-error] {
    border-top: 0;
  }
  /* An error stands above its checkbox. This margin separates it from the checkbox before. */
  > * + [data-error] {
    margin-top: var(--s4);
  }
  label {
    align-items: center;
    padding-block: 0.55rem;
  }
`;

interface LegalLinkProps {
  clientId: string;
  kind: ConsentKind;
  words: string;
  /** Opens a legal text in a dialog. Null: there is no dialog, so the link opens a new tab. */
  onOpen: ((kind: ConsentKind) => void) | null;
}

function LegalLink({ clientId, kind, words, onOpen }: LegalLinkProps) {
  const { t } = useTranslation();
  const { locale } = useVisit();
  const handleClick = (event: MouseEvent) => {
    if (!onOpen || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen(kind);
  };
  return (
    <a
      href={pathTo(kind, { locale, clientId })}
      target="_blank"
      rel="noopener"
      aria-haspopup={onOpen ? 'dialog' : undefined}
      onClick={handleClick}
    >
      {words}
      {!onOpen && <Hidden> {t('common.opensNewTab')}</Hidden>}
    </a>
  );
}
