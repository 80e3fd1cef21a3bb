import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { eachOf, newestOf, type Secret } from '../../../shared/keys/secret.ts';

/** Tokens of the console's forms: each belongs to one sign-in, and names one form. */
export interface FormMarks {
  mint(signIn: string): string;
  isOurs(mark: string, signIn: string): boolean;
}

export function createFormMarks({ secret }: { secret: Secret }): FormMarks {
  const sign = (key: string, body: string, signIn: string): string =>
    createHmac('sha256', key).update(`operator-form:${body}:${signIn}`).digest('base64url').slice(0, 22);
  return {
    mint(signIn) {
      const body = randomBytes(16).toString('base64url');
      return `${body}.${sign(newestOf(secret), body, signIn)}`;
    },
    isOurs(mark, signIn) {
      const [, body = '', signature = ''] = /^([\w-]{22})\.([\w-]{22})$/.exec(mark) ?? [];
      if (body === '') return false;
      return eachOf(secret).some(key => timingSafeEqual(Buffer.from(sign(key, body, signIn)), Buffer.from(signature)));
    },
  };
}
