/** Styles of bar charts, small curves and strips. */
export const CHARTS = `
.bars{display:block;width:100%;height:10rem;overflow:visible;font-size:.8125rem;font-variant-numeric:tabular-nums}
.bars text{fill:var(--ink-2);font-family:var(--font)} .bars .grid{stroke:var(--line)} .bars .base{stroke:var(--line-strong);stroke-width:1.5}
.bars .bar{fill:var(--data);stroke:var(--primary-edge);stroke-width:.75} .bars .running{fill:url(#hatch-brand);stroke:var(--primary-edge);stroke-width:1}
.bars--money .bar{fill:color-mix(in srgb,var(--money) 72%,var(--page));stroke:none} .bars--money .running{fill:url(#hatch-ink);stroke:var(--ink-2)}
.bars a:hover rect{fill:var(--ink)}
.bars .halo,.bars .outline{fill:none;vector-effect:non-scaling-stroke} .bars .halo{stroke:var(--page);stroke-width:4} .bars .outline{stroke:var(--ink-2);stroke-width:1.75}
.bar-chart{min-width:0} .bar-chart h3{font-size:1rem} .bar-chart summary{font-size:var(--t-sm)}
.duo{display:grid;gap:var(--s4) var(--s6)} .duo>*{min-width:0} @media (min-width:64em){.duo{grid-template-columns:1fr 1fr}}
.legend{display:flex;flex-wrap:wrap;gap:.15rem var(--s4);font-size:var(--t-sm);color:var(--ink-2)} .legend span{display:inline-flex;align-items:center;gap:.4em}
.legend svg{width:1.1rem;height:.8rem;flex:none;overflow:visible} .legend .energy{fill:var(--data);stroke:var(--primary-edge)} .legend .running{fill:url(#hatch-brand);stroke:var(--primary-edge)} .legend .money{fill:color-mix(in srgb,var(--money) 72%,var(--page))} .legend .outline{fill:none;stroke:var(--ink-2);stroke-width:1.75}
@media (forced-colors:active){.bars text{fill:CanvasText} .bars .bar,.legend .energy,.legend .money{fill:Highlight;stroke:CanvasText} .bars .running,.legend .running{fill:Canvas;stroke:CanvasText} .bars .outline,.bars .base,.legend .outline{stroke:CanvasText} .bars .halo{stroke:Canvas}}
@media print{.bars{print-color-adjust:exact}}
`;
