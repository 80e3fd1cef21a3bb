/** 763 with two decimals → '7,63'. Never a float, and nothing between thousands. */
export function decimalText(whole: number, decimals: number, mark: ',' | '.'): string {
  const digits = String(Math.abs(whole)).padStart(decimals + 1, '0');
  const cut = digits.length - decimals;
  return (whole < 0 ? '-' : '') + digits.slice(0, cut) + (decimals > 0 ? mark + digits.slice(cut) : '');
}
