import { useTranslation } from 'react-i18next';
import { AppLink } from '../../components/control/AppLink.tsx';
import { TextLink } from '../../components/control/Button.tsx';
import { LinkList } from '../../components/control/LinkList.tsx';
import { Section } from '../../components/layout/Columns.tsx';
import { Stack } from '../../components/layout/Stack.ts';
import { Icon } from '../../components/text/Icon.tsx';
import { Small } from '../../components/text/Text.tsx';
import { useVisit } from '../../core/pageData.tsx';
import type { HomeData } from './load.ts';

/** A link to the brand's receipt search. The neutral start page has one link for each brand. */
export function ReceiptLinks({ brands }: Pick<HomeData, 'brands'>) {
  const { t } = useTranslation();
  const { client } = useVisit();
  const isNeutral = client.id === 'house';
  if (isNeutral && brands.length === 0) return null;
  return (
    <Section aria-labelledby="receipts-title">
      <h2 id="receipts-title">{t('home.receipts.title')}</h2>
      <Stack $gap={3}>
        <Small>{t('home.receipts.text')}</Small>
        {isNeutral ? (
          <LinkList links={brands.map(({ id, name }) => ({ to: `/${id}/receipts`, title: name, text: t('footer.receipts') }))} />
        ) : (
          <TextLink as={AppLink} to={`/${client.id}/receipts`}>
            <Icon name="search" />
            {t('footer.receipts')}
          </TextLink>
        )}
      </Stack>
    </Section>
  );
}
