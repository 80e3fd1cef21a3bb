import { drawBrand, drawHead, drawLocation } from './invoiceHead.ts';
import { drawNotes, drawPayment, drawTotal } from './invoicePayment.ts';
import type { Scene } from './invoiceScene.ts';
import { drawItems } from './invoiceTable.ts';

/** Draws the whole document except the footers, which the caller adds when the number of pages is known. */
export function drawInvoice(scene: Scene): void {
  drawBrand(scene);
  drawHead(scene);
  drawLocation(scene);
  drawItems(scene);
  drawTotal(scene);
  drawPayment(scene);
  drawNotes(scene);
}
