import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { BOLD, RichText } from '../../../components/text/Text.tsx';
import { useHydrated } from '../../../hooks/useHydrated.ts';

interface AddressQuestionProps {
  meant: string;
  /** True: the visitor accepts the suggested e-mail address. False: the typed address is right. */
  onAnswer(isMeant: boolean): void;
}

/**
 * Asks "Did you mean …?" about a probable typing error in the e-mail address. The order can be sent without an answer. Without
 * JavaScript, an answer submits the form, and the server returns it with the typed values.
 */
export function AddressQuestion({ meant, onAnswer }: AddressQuestionProps) {
  const { t } = useTranslation();
  const type = useHydrated() ? 'button' : 'submit';
  return (
    <Box>
      <p>
        <RichText text={t('contact.ask', { email: `<b>${meant}</b>` })} tags={BOLD} />
      </p>
      <span>
        <Answer type={type} name="emailAnswer" value="meant" onClick={() => onAnswer(true)}>
          {t('contact.ask.yes')}
        </Answer>
        <Answer type={type} name="emailAnswer" value="typed" onClick={() => onAnswer(false)}>
          {t('contact.ask.keep')}
        </Answer>
      </span>
    </Box>
  );
}

const Box = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 var(--s3);
  margin-top: var(--s1);
  padding-left: var(--s3);
  border-left: 4px solid var(--info);
  p {
    flex: 1 1 12rem;
    padding-top: var(--s1);
  }
  > span {
    margin-left: calc(-1 * var(--s2));
  }
`;

const Answer = styled.button`
  min-height: 48px;
  padding: 0 var(--s2);
  border: 0;
  background: none;
  color: var(--primary-text);
  font: 600 1rem/1.2 var(--font);
  text-decoration: underline;
  text-underline-offset: 0.2em;
  cursor: pointer;
`;
