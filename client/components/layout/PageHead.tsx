import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useVisit } from '../../core/pageData.tsx';
import { Hidden, Lead } from '../text/Text.tsx';

/** A long heading may break at this character on a phone. */
const SOFT_HYPHEN = '\u00ad';

interface PageHeadProps {
  title: string;
  /** Title of the browser tab. Default: the heading. */
  tabTitle?: string;
  /** True after a failed submit. The title of the browser tab then begins with the word for "Error". */
  hasErrors?: boolean;
  lead?: ReactNode;
  children?: ReactNode;
}

/** The h1 of a page that begins with a picture or figure. Only screen readers read the heading. */
export function HiddenHead({ title, hasErrors = false }: Pick<PageHeadProps, 'title' | 'hasErrors'>) {
  return (
    <>
      <TabTitle title={title} hasErrors={hasErrors} />
      <Hidden as="h1" tabIndex={-1}>
        {title}
      </Hidden>
    </>
  );
}

/** The only h1 of a page. Also sets the title of the browser tab. */
export function PageHead({ title, tabTitle = title, hasErrors = false, lead, children }: PageHeadProps) {
  return (
    <Head>
      <TabTitle title={tabTitle} hasErrors={hasErrors} />
      <h1 tabIndex={-1}>{title}</h1>
      {lead && <Lead>{lead}</Lead>}
      {children}
    </Head>
  );
}

export function TabTitle({ title, hasErrors = false }: { title: string; hasErrors?: boolean }) {
  const { t } = useTranslation();
  const { client } = useVisit();
  const shown = hasErrors ? t('errorSummary.titlePrefix', { title }) : title;
  return <title>{`${shown.replaceAll(SOFT_HYPHEN, '')} – ${client.name}`}</title>;
}

const Head = styled.div`
  padding-bottom: var(--s5);
  [data-dense] & {
    padding-bottom: var(--s2);
  }
  > * + * {
    margin-top: var(--s3);
  }
`;
