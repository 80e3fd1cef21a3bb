/** Styles of bar charts, small curves and strips. */
export const CHARTS = `
.bars{display:block;width:100%;height:10rem;overflow:visible;font-size:.8125rem;font-variant-numeric:tabular-nums}
.bars text{fill:var(--ink-2);font-family:var(--font)} .bars .grid{stroke:var(--line)} .bars .base{stroke:var(--line-strong);stroke-width:1.5}
.bars .bar{fill:var(--data);stroke:var(--primary-edge);stroke-width:.75} .bars .running{fill:url(#hatch-brand);stroke:var(--primary-edge);stroke-width:1}
.bars--money .bar{fill:color-mix(in srgb,var(--money) 72%,var(--page));stroke:none} .bars--money .running{fill:url(#hatch-ink);stroke:var(--ink-2)}
.bars a:hover rect{fill:var(--ink)}
.bars .halo,.bars .outline{fill:none;vector-effect:non-scaling-stroke} .bars .halo{stroke:var(--page);stroke-width:4} .bars .outline{stroke:var(--ink-2);stroke-width:1.75}
.share{display:block;width:100%;height:.55rem;margin-top:.3rem} .share rect{fill:var(--data);stroke:var(--primary-edge);stroke-width:.75} .share--money rect{fill:color-mix(in srgb,var(--money) 72%,var(--page));stroke:none}
.kpis{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(9.5rem,100%),1fr));gap:var(--s3) var(--s5);margin-block:var(--s4) var(--s5)} .kpis dt{color:var(--ink-2);font-size:var(--t-sm)} .kpis dd{font-size:1.625rem;font-weight:700;line-height:1.2;letter-spacing:-.01em;font-variant-numeric:tabular-nums} .kpis small{display:block;margin-top:.15rem;font-size:var(--t-sm);font-weight:400;letter-spacing:0;color:var(--ink-2)}
.parts+.parts{margin-top:var(--s4)} .parts h3{font-size:1rem} .parts .rows dt{flex:1 1 9rem}
.bar-chart{min-width:0} .bar-chart h3{font-size:1rem} .bar-chart summary{font-size:var(--t-sm)}
.duo{display:grid;gap:var(--s4) var(--s6)} .duo>*{min-width:0} @media (min-width:64em){.duo{grid-template-columns:1fr 1fr}}
.legend{display:flex;flex-wrap:wrap;gap:.15rem var(--s4);font-size:var(--t-sm);color:var(--ink-2)} .legend span{display:inline-flex;align-items:center;gap:.4em}
.legend svg{width:1.1rem;height:.8rem;flex:none;overflow:visible} .legend .energy{fill:var(--data);stroke:var(--primary-edge)} .legend .running{fill:url(#hatch-brand);stroke:var(--primary-edge)} .legend .money{fill:color-mix(in srgb,var(--money) 72%,var(--page))} .legend .outline{fill:none;stroke:var(--ink-2);stroke-width:1.75}
@media (forced-colors:active){.bars text{fill:CanvasText} .bars .bar,.share rect,.legend .energy,.legend .money{fill:Highlight;stroke:CanvasText} .bars .running,.legend .running{fill:Canvas;stroke:CanvasText} .bars .outline,.bars .base,.legend .outline{stroke:CanvasText} .bars .halo{stroke:Canvas}}
@media print{.bars,.share{print-color-adjust:exact} .bar-chart,.parts{break-inside:avoid}}
`;
