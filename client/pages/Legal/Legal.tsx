import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { LegalText } from '../../../shared/legal.ts';
import { Button, TextLink } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { Note } from '../../components/Note.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { Stack } from '../../components/Stack.ts';
import { usePage, useVisit } from '../../pageData.tsx';
import { telephone } from '../../telephone.ts';
import { useHydrated } from '../../useHydrated.ts';
import { LegalNodes } from './LegalNodes.tsx';
import type { LegalData } from './load.ts';

/** Terms, privacy policy or imprint, as the client wrote them. */
export function Legal() {
  const { t } = useTranslation();
  const { data } = usePage<LegalData>();
  const isHydrated = useHydrated();
  return (
    <>
      <PageHead title={t(`footer.${data.kind}`)} />
      {data.text ? <Text text={data.text} /> : <Unavailable />}
      {data.text && isHydrated && (
        <End>
          <Button $look="quiet" type="button" onClick={() => window.print()}>
            <Icon name="printer" />
            {t('legal.print')}
          </Button>
        </End>
      )}
    </>
  );
}

function Text({ text }: { text: LegalText }) {
  const { t } = useTranslation();
  const { locale } = useVisit();
  const isForeign = text.locale !== locale;
  return (
    <Stack $gap={5}>
      {isForeign && (
        <Note look="info" icon="globe">
          <p>{t('legal.otherLanguage', { language: t(`language.${text.locale}`) })}</p>
        </Note>
      )}
      <Prose lang={isForeign ? text.locale : undefined}>
        <LegalNodes nodes={text.nodes} />
      </Prose>
    </Stack>
  );
}

function Unavailable() {
  const { t } = useTranslation();
  const { supportPhone, supportEmail } = useVisit().client;
  return (
    <Note look="info" icon="info">
      <p>{t('legal.unavailable')}</p>
      {(supportPhone || supportEmail) && <p>{t('legal.contact')}</p>}
      {supportPhone && (
        <p>
          <TextLink href={telephone(supportPhone)}>
            <Icon name="phone" />
            {supportPhone}
          </TextLink>
        </p>
      )}
      {supportEmail && (
        <p>
          <TextLink href={`mailto:${supportEmail}`}>{supportEmail}</TextLink>
        </p>
      )}
    </Note>
  );
}

const End = styled.div`
  padding-top: var(--s6);
  @media print {
    display: none;
  }
`;

const Prose = styled.div`
  max-width: 70ch;
  > :first-child {
    margin-top: 0;
  }
  h2 {
    margin: var(--s6) 0 var(--s2);
  }
  h3,
  h4 {
    margin: var(--s5) 0 var(--s1);
    font-size: 1rem;
  }
  p + p,
  p + address,
  address + p,
  ul,
  ol,
  ul + p,
  ol + p {
    margin-top: var(--s3);
  }
  address {
    font-style: normal;
  }
  li {
    margin-left: 1.25rem;
    padding-left: var(--s1);
  }
  ul > li {
    list-style: disc;
  }
  ol > li {
    list-style: decimal;
  }
`;
