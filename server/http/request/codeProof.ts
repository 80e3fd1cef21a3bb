import type { CookieOptions, Request, Response } from 'express';
import type { StartRequest } from '../../../shared/charging/charging.ts';
import { MINUTE_MS } from '../../../shared/model/time.ts';
import type { Secret } from '../../../shared/util/secret.ts';
import type { CodePoint, StartOrder } from '../../core/ports/backend.ts';
import { decrypted, encrypted } from '../../platform/sealed.ts';

const NAME = 'code';
const LIFE_MS = 10 * MINUTE_MS;

/** The charging point and the TOTP time slot of a one-time code that the visitor has just scanned on a station's screen. */
interface CodeProof extends Pick<CodePoint, 'evseId'> {
  slot: number;
}

/**
 * Proof that a visitor has scanned the one-time code on a station's screen. A cookie carries it from the scan to the payment
 * page. There it moves from the cookie into the form, so that a reloaded or shared page proves nothing.
 */
export interface CodeProofs {
  give(response: Response, proof: CodeProof): void;
  /** Whether the visitor's cookie contains a proof, valid or not. */
  isBrought(request: Request): boolean;
  /**
   * Takes the proof for this charging point out of the visitor's cookie.
   * @returns the proof for the form, or null if the cookie contains no valid one
   */
  consume(request: Request, response: Response, evseId: string): string | null;
  /**
   * Returns the TOTP time slot of a proof from a form.
   * @returns null if the proof is invalid, expired or for another charging point
   */
  slotOf(proof: string | undefined, evseId: string): number | null;
}

export function createCodeProofs({ secret, isSecure }: { secret: Secret; isSecure: boolean }): CodeProofs {
  const key = { secret, purpose: 'code proofs' };
  const cookie: CookieOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure };
  const slotOf = (proof: string | undefined, evseId: string): number | null => {
    if (!proof) return null;
    const [to, slot, until] = parts(proof, key);
    return to === evseId && Number(until) > Date.now() ? Number(slot) : null;
  };
  return {
    give(response, { evseId, slot }) {
      const proof = encrypted([evseId, slot, Date.now() + LIFE_MS].join('\n'), key);
      response.cookie(NAME, proof, { ...cookie, maxAge: LIFE_MS });
    },
    isBrought: request => cookieOf(request) !== undefined,
    consume(request, response, evseId) {
      const proof = cookieOf(request);
      if (typeof proof !== 'string' || slotOf(proof, evseId) === null) return null;
      response.clearCookie(NAME, cookie);
      return proof;
    },
    slotOf,
  };
}

const cookieOf = (request: Request): unknown => (request.cookies as Record<string, unknown>)[NAME];

/** Replaces the proof in a start request by its verified TOTP time slot. */
export function orderOf(proofs: Pick<CodeProofs, 'slotOf'>, { codeProof, ...options }: StartRequest): StartOrder {
  const slot = proofs.slotOf(codeProof, options.evseId);
  return { ...options, ...(slot === null ? {} : { codeSlot: slot }) };
}

function parts(proof: string, key: Parameters<typeof decrypted>[1]): readonly string[] {
  try {
    return decrypted(proof, key).split('\n');
  } catch {
    return [];
  }
}
