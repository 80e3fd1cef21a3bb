import type { Secret } from '../../../shared/util/secret.ts';
import { isSigned, signature } from '../../platform/sealed.ts';
import { unforeseen } from '../request/random.ts';

/** Tokens for forms of the console. A token is unique per form and valid only for the sign-in for which it was issued. */
export interface FormMarks {
  mint(signIn: string): string;
  isOurs(mark: string, signIn: string): boolean;
}

export function createFormMarks({ secret }: { secret: Secret }): FormMarks {
  const key = { secret, purpose: 'operator-form' };
  return {
    mint(signIn) {
      const body = unforeseen(16).toString('base64url');
      return `${body}.${signature(`${body}:${signIn}`, key)}`;
    },
    isOurs(mark, signIn) {
      const [, body = '', given = ''] = /^([\w-]{22})\.([\w-]{22})$/.exec(mark) ?? [];
      return body !== '' && isSigned(`${body}:${signIn}`, given, key);
    },
  };
}
