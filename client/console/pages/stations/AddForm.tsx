import type { ReactNode } from 'react';
import type { Foreseen } from '../../../../shared/console/operating.ts';
import type { Shown } from '../../core/consolePage.ts';
import { type TextKey, useWords } from '../../core/translations.ts';
import { Crumb } from '../../parts/Crumb.tsx';
import { Problem, Refused } from '../../parts/Refused.tsx';
import { STATIONS_PATH } from '../../parts/stationStyles.ts';
import { Confirm } from './Confirm.tsx';

/** The form of something new, anew where it was refused. */
export const addShown = (title: TextKey, { refused, content }: { refused: Foreseen | null; content: ReactNode }): Shown => ({
  title,
  status: refused ? 409 : 200,
  content,
});

/** What was typed, what would be, and why what was sent was not done. */
export interface AddViewProps {
  values: Readonly<Record<string, string>>;
  foreseen: Foreseen;
  refused: Foreseen | null;
}

interface AddFormProps {
  title: TextKey;
  reason: string;
  foreseen: Foreseen;
  /** Why the form that was sent was not done. */
  refused: Foreseen | null;
  /** Above the title. */
  step?: ReactNode;
  /** The fields. */
  children: ReactNode;
}

/** Something new: what is to be typed, what happens then, and the button. What was typed stays where it is refused. */
export function AddForm({ title, reason, foreseen, refused, step, children }: AddFormProps) {
  const { say } = useWords();
  return (
    <>
      <Crumb to={STATIONS_PATH}>{say('stations.title')}</Crumb>
      <div className="focus">
        {step}
        <h1>{say(title)}</h1>
        <Why refusal={refused} />
        {foreseen.kind === 'possible' ? (
          <Confirm foreseen={foreseen} reason={reason} back={STATIONS_PATH}>
            {children}
          </Confirm>
        ) : (
          !refused && <Refused refusal={foreseen} />
        )}
      </div>
    </>
  );
}

/** What is wrong with what was typed, in the reader's language. */
export function Why({ refusal }: { refusal: Foreseen | null }) {
  const { text } = useWords();
  if (!refusal || refusal.kind === 'possible') return null;
  return refusal.kind === 'not-now' && refusal.text ? <Problem text={text(refusal.text)} /> : <Refused refusal={refusal} />;
}
