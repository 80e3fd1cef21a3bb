import type { CookieOptions, Request, Response } from 'express';
import type { StartRequest } from '../../../shared/charging/charging.ts';
import { MINUTE_MS } from '../../../shared/model/time.ts';
import type { Secret } from '../../../shared/util/secret.ts';
import type { CodePoint, StartOrder } from '../../core/ports/backend.ts';
import { decrypted, encrypted } from '../../platform/sealed.ts';

const NAME = 'code';
const LIFE_MS = 10 * MINUTE_MS;

/** Who has just scanned the code on this point's screen, and which. */
interface CodeProof extends Pick<CodePoint, 'evseId'> {
  slot: number;
}

/**
 * Proof that a visitor came by a code on a station's screen. It goes from the code to the form in a cookie that the first page
 * takes, and stays in that form: who reloads the page, or is sent its address, has scanned nothing.
 */
export interface CodeProofs {
  give(response: Response, proof: CodeProof): void;
  /** Whether a visitor brings one along, whatever it is worth. */
  isBrought(request: Request): boolean;
  /** What the visitor was given for this point, for its form; null: nothing that still counts. It can be taken once. */
  consume(request: Request, response: Response, evseId: string): string | null;
  /** The slot of a proof that a form of this point brings back; null: it is none, or it counts no more. */
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

/** An order as it reaches the operator: what it brings along is proven here. */
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
