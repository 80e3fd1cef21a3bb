import type { AgreedTexts } from '../../../shared/console/agreedTexts.ts';
import type { LegalText } from '../../../shared/model/legal.ts';
import { LegalNodes, Prose } from '../../components/text/LegalNodes.tsx';
import type { ConsolePage } from '../core/consolePage.ts';
import { useWords } from '../core/translations.ts';
import { readNumber } from '../parts/actForms.ts';
import { Block } from '../parts/Block.tsx';
import { Crumb } from '../parts/Crumb.tsx';

/** The legal texts that the driver of a session has accepted, in the accepted version. */
export const agreedTextsPage: ConsolePage = {
  path: '/sessions/:number/agreed',
  tab: 'sessions',
  async show({ operating, params }) {
    const number = readNumber(params);
    const texts = await operating.getAgreedTexts({ number });
    return texts && { title: 'session.agreed.title', content: <AgreedTextsView number={number} texts={texts} /> };
  },
};

function AgreedTextsView({ number, texts }: { number: number; texts: AgreedTexts }) {
  const { t, dateTime, number: inGroups } = useWords();
  return (
    <>
      <Crumb to={`/operator/sessions/${number}`}>
        {t('session.word')} {inGroups(number)}
      </Crumb>
      <div className="page-head">
        <div>
          <h1>{t('session.agreed.title')}</h1>
          <p>{t('session.agreed.at', { at: dateTime(texts.at) })}</p>
        </div>
      </div>
      <Text name={t('session.agreed.terms')} text={texts.terms} />
      <Text name={t('session.agreed.privacy')} text={texts.privacy} />
    </>
  );
}

function Text({ name, text }: { name: string; text: LegalText | null }) {
  const { t } = useWords();
  return (
    <Block name={name}>
      {text ? (
        <Prose lang={text.locale ?? undefined}>
          <LegalNodes nodes={text.nodes} shift={1} />
        </Prose>
      ) : (
        <p className="muted">{t('session.agreed.none')}</p>
      )}
    </Block>
  );
}
