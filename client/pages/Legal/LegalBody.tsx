import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { LegalText } from '../../../shared/model/legal.ts';
import { TextLink } from '../../components/control/Button.tsx';
import { Note } from '../../components/feedback/Note.tsx';
import { Stack } from '../../components/layout/Stack.ts';
import { Icon } from '../../components/text/Icon.tsx';
import { LegalNodes, legalHeadings, Prose } from '../../components/text/LegalNodes.tsx';
import { useVisit } from '../../core/pageData.tsx';
import { printedPhone, telephone } from '../../core/telephone.ts';

interface LegalBodyProps {
  text: LegalText;
  /** Heading of the page. If the text begins with the same heading, that one is left out. */
  title: string;
  /** Number of levels by which headings are lowered, for a text within another page. */
  shift?: 0 | 1;
}

/** A legal text of the brand. It is marked with its language, which may differ from that of the page. */
export function LegalBody({ text, title, shift = 0 }: LegalBodyProps) {
  const { t } = useTranslation();
  const { locale } = useVisit();
  const { locale: written } = text;
  const isForeign = written !== null && written !== locale;
  const nodes = withoutTitle(text.nodes, title);
  const lang = written === locale ? undefined : (written ?? UNKNOWN);
  return (
    <Stack $gap={5}>
      {isForeign && (
        <Note variant="info" icon="globe">
          <p>{t('legal.otherLanguage', { language: t(`legal.in.${written}`) })}</p>
        </Note>
      )}
      <Contents nodes={nodes} lang={lang} />
      <Prose lang={lang}>
        <LegalNodes nodes={nodes} shift={shift} />
      </Prose>
    </Stack>
  );
}

/** A shorter text has no contents. */
const MAX_HEADINGS_WITHOUT_CONTENTS = 4;

/** Links to the main headings of a long text. */
function Contents({ nodes, lang }: { nodes: LegalText['nodes']; lang: string | undefined }) {
  const { t } = useTranslation();
  const headings = legalHeadings(nodes);
  if (headings.length <= MAX_HEADINGS_WITHOUT_CONTENTS) return null;
  return (
    <ContentsBox aria-label={t('legal.contents')}>
      <p aria-hidden="true">{t('legal.contents')}</p>
      <ul lang={lang}>
        {headings.map(({ id, words }) => (
          <li key={id}>
            <a href={`#${id}`}>{words}</a>
          </li>
        ))}
      </ul>
    </ContentsBox>
  );
}

const ContentsBox = styled.nav`
  max-width: 70ch;
  border-left: 3px solid var(--line);
  padding-left: var(--s4);
  > p {
    font-weight: 600;
  }
  a {
    display: inline-block;
    padding-block: 0.3rem;
    line-height: 1.35;
  }
  @media print {
    display: none;
  }
`;

/** The value of the attribute `lang` for an unknown language (HTML, section 3.2.6.2). */
const UNKNOWN = '';

function withoutTitle(nodes: LegalText['nodes'], title: string): LegalText['nodes'] {
  const [first, ...rest] = nodes;
  if (typeof first !== 'object' || first.tag !== 'h2' || first.children.length !== 1) return nodes;
  const [words] = first.children;
  return typeof words === 'string' && words.trim().toLowerCase() === title.toLowerCase() ? rest : nodes;
}

/** The contact of the brand, shown if the brand has not provided the text. */
export function Unavailable() {
  const { t } = useTranslation();
  const { supportPhone, supportEmail } = useVisit().client;
  return (
    <Note variant="info" icon="info">
      <p>{t('legal.unavailable')}</p>
      {(supportPhone || supportEmail) && <p>{t('legal.contact')}</p>}
      <ContactLinks />
    </Note>
  );
}

/** Telephone number and e-mail address of the brand. */
export function ContactLinks() {
  const { supportPhone, supportEmail } = useVisit().client;
  return (
    <>
      {supportPhone && (
        <p>
          <ContactLink href={telephone(supportPhone)}>
            <Icon name="phone" />
            {printedPhone(supportPhone)}
          </ContactLink>
        </p>
      )}
      {supportEmail && (
        <p>
          <ContactLink href={`mailto:${supportEmail}`}>
            <Icon name="mail" />
            {supportEmail}
          </ContactLink>
        </p>
      )}
    </>
  );
}

/** These links are printed, unlike all others, because the telephone number and the e-mail address are useful on paper. */
const ContactLink = styled(TextLink)`
  @media print {
    display: inline;
    color: #000;
    text-decoration: none;
    svg {
      display: none;
    }
  }
`;
