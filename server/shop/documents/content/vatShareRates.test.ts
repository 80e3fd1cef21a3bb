import { describe, expect, test } from '@jest/globals';
import type { VatGroup } from '../../../../shared/model/tariff.ts';
import { fc, runs } from '../../../../test/support/property.ts';
import { vatShare } from './vatShare.ts';

const FORINT = 100;

/**
 * Returns |VAT − net × rate| for amounts in whole forints, in ten-thousandths of a forint, so that the test computes with
 * integers only.
 */
const taxError = (gross: number, net: number, percent: number): number =>
  Math.abs((gross - net) * 10_000 - net * Math.round(percent * 100));
/** The tolerance of validators for EN 16931 BR-S-09 and BR-CO-17: less than one forint. */
const ALLOWED = 10_000;

function bill(percent: number, gross: number): VatGroup {
  const net = Math.round((gross * 100) / (100 + percent));
  return { percent, netMinor: net * FORINT, vatMinor: (gross - net) * FORINT, grossMinor: gross * FORINT };
}

interface Note {
  gross: number;
  net: number;
  leftGross: number;
  leftNet: number;
}

/**
 * Credits a bill in the given parts and finally the remaining amount. Each note contains the amounts that were left before the
 * credit.
 */
function refund(whole: VatGroup, parts: readonly number[]): Note[] {
  const notes: Note[] = [];
  const credited: VatGroup[] = [];
  let [leftGross, leftNet] = [whole.grossMinor / FORINT, whole.netMinor / FORINT];
  for (const part of [...parts, Number.POSITIVE_INFINITY]) {
    const gross = Math.min(part, leftGross);
    if (gross === 0) break;
    const [share] = vatShare({ groups: [whole], credited, amountMinor: gross * FORINT, stepMinor: FORINT });
    if (!share) throw new Error('Nothing was credited');
    credited.push(share);
    const net = share.netMinor / FORINT;
    notes.push({ gross, net, leftGross, leftNet });
    leftGross -= gross;
    leftNet -= net;
  }
  expect([leftGross, leftNet]).toEqual([0, 0]);
  return notes;
}

/** Returns whether a net amount exists for which both the part and the remaining amount are within the tolerance. */
function isPossible({ gross, leftGross, leftNet }: Note, percent: number): boolean {
  for (let net = Math.max(0, leftNet - (leftGross - gross)); net <= Math.min(gross, leftNet); net++)
    if (taxError(gross, net, percent) < ALLOWED && taxError(leftGross - gross, leftNet - net, percent) < ALLOWED) return true;
  return false;
}

describe('the VAT of refunds in forints', () => {
  test('taxes the net of every note, the last one included, over 500 bills credited in up to eight parts', () => {
    let seed = 20_261_121;
    const below = (limit: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return Math.floor((seed / 2 ** 31) * limit);
    };
    let wrong = 0;
    for (let n = 0; n < 500; n++) {
      const percent = n % 2 === 0 ? 27 : 19;
      const gross = 500 + below(20_000);
      const parts = Array.from({ length: 1 + below(7) }, () => 1 + below(Math.ceil(gross / 4)));
      wrong += refund(bill(percent, gross), parts).filter(each => taxError(each.gross, each.net, percent) >= ALLOWED).length;
    }
    expect(wrong).toBe(0);
  });

  test('keeps a note and what it leaves behind within the tolerance wherever a net does', () => {
    const percents = fc.constantFrom(5, 8.1, 18, 19, 20, 25, 25.5, 27);
    const parts = fc.array(fc.integer({ min: 1, max: 800 }), { maxLength: 8 });
    fc.assert(
      fc.property(percents, fc.integer({ min: 100, max: 3000 }), parts, (percent, gross, each) => {
        for (const note of refund(bill(percent, gross), each)) {
          if (!isPossible(note, percent)) continue;
          const behind = [note.leftGross - note.gross, note.leftNet - note.net] as const;
          expect(taxError(note.gross, note.net, percent)).toBeLessThan(ALLOWED);
          expect(taxError(...behind, percent)).toBeLessThan(ALLOWED);
        }
      }),
      runs(500),
    );
  });
});
