import { type FocusEvent, useRef, useState } from 'react';
import { meantAddress } from '../../../../shared/forms/mailDomain.ts';
import type { OrderValues } from '../parts/orderForm.ts';
import { useAfterPress } from './useAfterPress.ts';

interface Question {
  typed: string;
  meant: string;
}

/**
 * Asks about a probable typing error in the e-mail address, once per address. If the server has sent the form back, the question
 * is there from the start.
 */
export function useAddressQuestion({ email = '', questionedEmail = '' }: OrderValues) {
  const afterPress = useAfterPress();
  const known = useRef(questionedEmail);
  const [question, setQuestion] = useState(() => questionOf(email, questionedEmail));
  return {
    question,
    /** The address that was already asked about. Sent with the form, so that the server does not ask again. */
    requested: question?.typed ?? questionedEmail,
    handleBlur({ target }: FocusEvent<HTMLInputElement>) {
      const typed = target.value;
      afterPress(() => setQuestion(questionOf(typed, known.current)));
    },
    handleAnswer(isMeant: boolean) {
      if (!question) return;
      known.current = question.typed;
      setQuestion(null);
      if (isMeant) correct(question);
      document.getElementById('email')?.focus();
    },
  };
}

function questionOf(typed: string, requested: string): Question | null {
  const meant = typed === requested ? null : meantAddress(typed);
  return meant === null ? null : { typed, meant };
}

/** Corrects each address field that contains the typing error. The fields are uncontrolled, so the DOM is changed. */
function correct({ typed, meant }: Question): void {
  for (const id of ['email', 'emailConfirmation']) {
    const field = document.getElementById(id);
    if (field instanceof HTMLInputElement && field.value.trim() === typed.trim()) field.value = meant;
  }
}
