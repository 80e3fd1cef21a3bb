/** Styles of the prices: rows of tariffs, pictures of a week, the table of a change, and what it costs. */
export const PRICES = `
.tariffs{border-bottom:1px solid var(--line)} .tariffs li{border-top:1px solid var(--line)}
.tariffs a{display:grid;grid-template-columns:13rem minmax(0,1fr) 12rem auto;gap:0 var(--s5);align-items:center;min-height:72px;padding-block:.5rem;color:var(--ink);text-decoration:none;line-height:1.35} .tariffs a:hover{background:var(--surface)} .tariffs a:hover b{text-decoration:underline}
.tariffs b{overflow-wrap:anywhere} .tariffs small{display:flex;flex-wrap:wrap;gap:.25rem var(--s2);align-items:center;color:var(--ink-2);font-size:var(--t-sm)} .tariffs__fees{color:var(--ink-2);font-size:var(--t-sm)} .tariffs a>.i{width:1.25rem;height:1.25rem;color:var(--primary-text)}
@media (max-width:63.99em){.tariffs a{grid-template-columns:minmax(0,1fr) auto;gap:.35rem var(--s3)} .tariffs a>*{grid-column:1/-1} .tariffs a>:first-child{grid-column:1} .tariffs a>.i{grid-column:2;grid-row:1}}
.weekset>li{display:grid;grid-template-columns:4.6rem minmax(0,1fr);gap:var(--s3);align-items:center;padding-block:.3rem} .weekset b{font-size:.9375rem;line-height:1.25;font-weight:600}
.legend .price-new{fill:var(--data-mid);stroke:var(--data-line);stroke-width:1.5} .legend .price-same{fill:var(--data-soft);stroke:var(--data-line)} .legend .price-old{fill:none;stroke:var(--line-strong);stroke-width:1.5;stroke-dasharray:3 2}
.delta{display:grid;grid-template-columns:minmax(5.6rem,auto) auto minmax(5.6rem,auto) minmax(0,1fr);gap:0 var(--s4);align-items:end;padding-block:.5rem;border-top:1px solid var(--line)} .delta:first-of-type{border-top:0}
.delta dt{font-size:var(--t-sm);color:var(--ink-2);white-space:nowrap} .delta dd{font-size:1.375rem;font-weight:700;letter-spacing:-.02em;font-variant-numeric:tabular-nums;white-space:nowrap;line-height:1.2} .delta .old dd{color:var(--ink-2);font-weight:600} .delta>.i{margin-bottom:.2rem} .delta .difference dd{font-size:1rem;color:var(--ink-2);text-align:right}
.price-table td,.price-table tbody th{vertical-align:middle;padding-block:.3rem} .price-table label{margin:0} .price-table thead th.r{text-align:right} .price-table td.r{width:1%}
.console .price-input{width:7rem;margin-left:auto;text-align:right;min-height:44px;font-variant-numeric:tabular-nums} .console .price-input--changed{border-color:var(--ink);background:var(--paper);font-weight:700}
.added-price{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:var(--s3)} @media (min-width:48em){.added-price{grid-template-columns:repeat(4,minmax(0,1fr))}}
.form-grid{display:grid;gap:var(--s4)} .form-grid>*{min-width:0} @media (min-width:30em){.form-grid{grid-template-columns:1fr 1fr}} .gap-sm{margin-top:var(--s2)}
@media (max-width:18em){.price-table,.price-table tbody{display:block} .price-table thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)} .price-table tr{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;border-top:1px solid var(--line)} .price-table tbody th{flex-basis:100%} .price-table tbody th,.price-table td{border:0} .price-table td.r{width:auto}}
@media (max-width:30em){.console .price-input{width:5.25rem;padding-inline:var(--s2)} .price-table th,.price-table td{padding-right:var(--s2)} .delta{grid-template-columns:auto auto auto} .delta .difference{grid-column:1/-1} .delta .difference dd{text-align:left}}
@media (forced-colors:active){.legend .price-new,.legend .price-same{fill:Canvas;stroke:CanvasText} .legend .price-old{stroke:CanvasText}}
`;
