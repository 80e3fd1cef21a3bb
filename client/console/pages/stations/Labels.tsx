import type { ReactNode } from 'react';
import { type LabelLine, type LabelLocation, MAX_LABEL_POINTS } from '../../../../shared/console/labels.ts';
import type { Some } from '../../../../shared/console/stations.ts';
import { addressOf } from '../../core/addressOf.ts';
import type { ConsolePage, Shown } from '../../core/consolePage.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { Crumb } from '../../parts/Crumb.tsx';
import { FindForm } from '../../parts/FindForm.tsx';
import { LabelPreview } from './LabelPreview.tsx';
import { type LabelsAddress, locationField, plugField, selectionIn } from './labelSelection.ts';

const LABELS_PATH = '/operator/labels';
const FILE_PATH = `${LABELS_PATH}.pdf`;

/** The locations whose labels can be printed, or the labels of one location. Both are lists with ticks. */
export const labelsPage: ConsolePage = {
  path: '/labels',
  tab: 'labels',
  async show({ operating, query }) {
    const { at, find, after, all } = query;
    const isTicked = all !== undefined;
    const from = after ? { after } : {};
    if (at) {
      const labels = await operating.listLabels({ at, ...from });
      return shown(<Plugs address={{ at, after, all }} labels={labels} isTicked={isTicked} />);
    }
    const words = find?.trim().slice(0, 60) ?? '';
    const locations = await operating.listLabelLocations({ ...(words === '' ? {} : { find: words }), ...from });
    const [first, ...others] = locations.lines;
    if (words !== '' && first && others.length === 0) return { go: addressOf(LABELS_PATH, { at: first.place }) };
    return shown(<Locations address={{ find, after, all }} locations={locations} isTicked={isTicked} />);
  },
};

/** The ticked labels as a PDF file. */
export const labelsFilePage: ConsolePage = {
  path: '/labels.pdf',
  tab: 'labels',
  async show({ operating, query }) {
    const selection = selectionIn(query);
    if (selection.locations.length + selection.plugs.length === 0) return refused('empty');
    const file = await operating.exportLabels(selection);
    return file === 'too-many' ? refused('tooMany') : file && { file };
  },
};

const shown = (content: ReactNode): Shown => ({ title: 'frame.nav.labels', content });
const refused = (why: 'empty' | 'tooMany'): Shown => ({
  title: 'frame.nav.labels',
  content: <RefusedSelection why={why} />,
  status: 422,
});

function RefusedSelection({ why }: { why: 'empty' | 'tooMany' }) {
  const { t } = useWords();
  return (
    <>
      <h1>{t('frame.nav.labels')}</h1>
      <div className="note note--warning gap" role="alert">
        <Icon name="triangle-alert" />
        <p>{t(`stations.labels.${why}`, { count: MAX_LABEL_POINTS })}</p>
      </div>
      <a className="btn btn--primary" href={LABELS_PATH}>
        {t('stations.labels.back')}
      </a>
    </>
  );
}

interface ListProps {
  address: LabelsAddress;
  /** Whether every line is ticked at first. */
  isTicked: boolean;
}

function Locations({ address, locations: { lines, after }, isTicked }: ListProps & { locations: Some<LabelLocation> }) {
  const { t } = useWords();
  return (
    <>
      <h1>{t('frame.nav.labels')}</h1>
      <p>{t('stations.labels.lead')}</p>
      <FindForm path={LABELS_PATH} label="stations.labels.find" value={address.find ?? ''} limit={60} />
      {lines.length === 0 ? (
        <p className="muted">{t(address.find ? 'stations.nothing' : 'stations.labels.none')}</p>
      ) : (
        <Selection address={address} isTicked={isTicked} name={t('stations.labels.places')}>
          <ul className="ticks">
            {lines.map(({ place, points }, index) => (
              <li key={place}>
                <label>
                  <input type="checkbox" name={locationField(index)} value={place} defaultChecked={isTicked} />
                  <span className="vh">{place}</span>
                </label>
                <a href={addressOf(LABELS_PATH, { at: place })}>
                  <span>
                    <b>{place}</b>
                    <small>{t('stations.labels.points', { count: points })}</small>
                  </span>
                  <Icon name="chevron-right" />
                </a>
              </li>
            ))}
          </ul>
        </Selection>
      )}
      <More address={address} after={after} text="stations.labels.morePlaces" />
    </>
  );
}

function Plugs({ address, labels: { lines, after }, isTicked }: ListProps & { labels: Some<LabelLine> }) {
  const { t } = useWords();
  return (
    <>
      <Crumb to={LABELS_PATH}>{t('stations.labels.back')}</Crumb>
      <h1>{address.at}</h1>
      {lines.length === 0 ? (
        <p className="muted">{t('stations.labels.none')}</p>
      ) : (
        <Selection address={address} isTicked={isTicked} name={t('frame.nav.labels')}>
          <ul className="labels">
            {lines.map((line, index) => (
              <li key={`${line.evseId} ${line.connector}`}>
                <label>
                  <LabelPreview label={line} />
                  <span>
                    <input
                      type="checkbox"
                      name={plugField(index)}
                      value={`${line.evseId} ${line.connector}`}
                      defaultChecked={isTicked}
                    />
                    <span>
                      <b>{t('stations.plugName', { number: line.number })}</b>
                      <small className="id">{line.evseId}</small>
                    </span>
                  </span>
                </label>
              </li>
            ))}
          </ul>
        </Selection>
      )}
      <More address={address} after={after} text="stations.labels.more" />
    </>
  );
}

/** A list with ticks and the button that prints what is ticked. */
function Selection({ address, isTicked, name, children }: ListProps & { name: string; children: ReactNode }) {
  const { t } = useWords();
  const { all: _, ...rest } = address;
  return (
    <form method="get" action={FILE_PATH}>
      <fieldset>
        <legend className="vh">{name}</legend>
        {children}
      </fieldset>
      <div className="ticks__do">
        <a href={addressOf(LABELS_PATH, isTicked ? rest : { ...rest, all: 1 })}>
          {t(isTicked ? 'stations.labels.clear' : 'stations.labels.all')}
        </a>
        <button type="submit" className="btn btn--primary">
          <Icon name="download" />
          {t('stations.labels.print')}
        </button>
      </div>
    </form>
  );
}

function More({
  address,
  after,
  text,
}: {
  address: LabelsAddress;
  after: string | null;
  text: 'stations.labels.more' | 'stations.labels.morePlaces';
}) {
  const { t } = useWords();
  if (after === null) return null;
  return (
    <div className="pages gap">
      <a className="btn btn--quiet" href={addressOf(LABELS_PATH, { ...address, after })}>
        <Icon name="chevron-right" />
        {t(text)}
      </a>
    </div>
  );
}
