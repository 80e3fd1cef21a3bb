import { useTranslation } from 'react-i18next';
import { PrintButton } from '../../components/control/PrintButton.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { LegalBody, Unavailable } from './LegalBody.tsx';
import type { LegalData, LegalPageKind } from './load.ts';

const TITLES: Readonly<Record<LegalPageKind, string>> = {
  terms: 'footer.terms',
  privacy: 'footer.privacy',
  imprint: 'footer.imprint',
  publicInfo: 'footer.info',
};

/** The page of a legal text of the brand: terms, privacy policy, imprint or public information. */
export function Legal({ data: { kind, text } }: { data: LegalData }) {
  const { t } = useTranslation();
  const title = t(TITLES[kind]);
  return (
    <>
      <PageHead title={title} />
      {text ? <LegalBody text={text} title={title} /> : <Unavailable />}
      {text && <PrintButton />}
    </>
  );
}
