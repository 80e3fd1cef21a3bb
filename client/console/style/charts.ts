/** Styles of bar charts, small curves and strips. */
export const CHARTS = `
.bars{display:block;width:100%;height:10rem;overflow:visible;font-size:.8125rem;font-variant-numeric:tabular-nums}
.bars text{fill:var(--ink-2);font-family:var(--font)} .bars .grid{stroke:var(--line)} .bars .base{stroke:var(--line-strong);stroke-width:1.5}
.bars .bar{fill:var(--data);stroke:var(--primary-edge);stroke-width:.75} .bars .running{fill:url(#hatch-brand);stroke:var(--primary-edge);stroke-width:1}
.bars--money .bar{fill:color-mix(in srgb,var(--money) 72%,var(--page));stroke:none} .bars--money .running{fill:url(#hatch-ink);stroke:var(--ink-2)}
.bars a:hover rect{fill:var(--ink)}
.bars .halo,.bars .outline{fill:none;vector-effect:non-scaling-stroke} .bars .halo{stroke:var(--page);stroke-width:4} .bars .outline{stroke:var(--ink-2);stroke-width:1.75}
.share{display:block;width:100%;height:.55rem;margin-top:.3rem} .share rect{fill:var(--data);stroke:var(--primary-edge);stroke-width:.75} .share--money rect{fill:color-mix(in srgb,var(--money) 72%,var(--page));stroke:none}
@media (forced-colors:active){.share rect{fill:Highlight;stroke:CanvasText}}
@media print{.share{print-color-adjust:exact} .bar-chart,.parts{break-inside:avoid}}
.parts+.parts{margin-top:var(--s4)} .parts h3{font-size:1rem} .parts .rows dt{flex:1 1 9rem}
.bar-chart{min-width:0} .bar-chart h3{font-size:1rem} .bar-chart summary{font-size:var(--t-sm)}
.duo{display:grid;gap:var(--s4) var(--s6)} .duo>*{min-width:0} @media (min-width:64em){.duo{grid-template-columns:1fr 1fr}}
.legend{display:flex;flex-wrap:wrap;gap:.15rem var(--s4);font-size:var(--t-sm);color:var(--ink-2)} .legend span{display:inline-flex;align-items:center;gap:.4em}
.legend svg{width:1.1rem;height:.8rem;flex:none;overflow:visible} .legend .energy{fill:var(--data);stroke:var(--primary-edge)} .legend .running{fill:url(#hatch-brand);stroke:var(--primary-edge)} .legend .money{fill:color-mix(in srgb,var(--money) 72%,var(--page))} .legend .outline{fill:none;stroke:var(--ink-2);stroke-width:1.75}
.figures{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:var(--s3) var(--s5);margin-bottom:var(--s4)} @media (min-width:48em){.figures{grid-template-columns:repeat(4,minmax(0,1fr))}}
.figures dt{color:var(--ink-2);font-size:var(--t-sm);line-height:1.3} .figures dd{font-size:clamp(1.25rem,1rem + 1.4vw,1.625rem);font-weight:700;line-height:1.2;letter-spacing:-.02em;font-variant-numeric:tabular-nums} .figures dd small{display:block;font-size:var(--t-sm);font-weight:400;color:var(--ink-2);letter-spacing:0;line-height:1.3}
.squares{display:flex;flex-wrap:wrap;gap:4px;margin-bottom:var(--s2)} .squares a{display:block;border-radius:4px}
.square{width:24px;height:24px;stroke-width:1.5;fill:var(--page);stroke:var(--line-strong)} .square--busy{fill:var(--data);stroke:var(--primary-edge)} .square--waiting{fill:url(#hatch-warning);stroke:var(--warning)} .square--out{fill:var(--error);stroke:var(--error)} .square--offline{fill:none;stroke-dasharray:3 2}
.square path{stroke-width:2.5;stroke-linecap:round;fill:none} .square--out path{stroke:var(--page)}
.plug-counts{display:flex;flex-wrap:wrap;gap:0 var(--s4)} .plug-counts a{display:inline-flex;align-items:center;gap:.45em;min-height:44px;color:var(--ink);text-decoration:none} .plug-counts a:hover span{text-decoration:underline} .plug-counts .square{width:1.1rem;height:1.1rem} .plug-counts b{font-variant-numeric:tabular-nums}
.plug-counts [aria-current]{padding-inline:var(--s2);border-radius:var(--radius);background:var(--surface);box-shadow:inset 0 0 0 2px var(--ink)}
.going>li{position:relative;display:grid;grid-template-columns:2.25rem minmax(0,1fr) 5.5rem 5.5rem;gap:0 var(--s3);align-items:center;min-height:60px;border-top:1px solid var(--line);padding-block:.35rem;line-height:1.3} .going>li:first-child{border-top:0}
.going .plate__no{min-width:2.25rem;height:2.25rem;font-size:1.1rem;border-width:1px;padding:0} .going a{color:var(--ink);font-weight:700} .going a::after{content:"";position:absolute;inset:0;border-radius:var(--radius)} .going>li:hover{background:var(--surface)}
.going small{display:block;color:var(--ink-2);font-size:var(--t-sm)} .going .r{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.small-curve{width:100%;height:2.25rem;overflow:visible} .small-curve .curve{fill:none;stroke:var(--data-line);stroke-width:2;stroke-linejoin:round;vector-effect:non-scaling-stroke} .small-curve .area{fill:var(--data-soft)} .is-paused .curve{stroke:var(--warning)} .is-paused .area{fill:var(--warning-tint)}
@media (max-width:47.99em){.going>li{grid-template-columns:2.25rem minmax(0,1fr) auto} .small-curve{grid-column:2;grid-row:2;height:1.5rem} .going .r{grid-column:3;grid-row:1/3}}
.places{display:grid;gap:0 var(--s6)} .places>*{min-width:0} @media (min-width:64em){.places{grid-template-columns:1fr 1fr}}
.place{border-top:1px solid var(--line);padding-block:var(--s3)} .place>div{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:baseline;gap:0 var(--s4);margin-bottom:var(--s2)} .place h3{font-size:1rem} .place p{color:var(--ink-2);font-size:var(--t-sm)}
.place__ids{margin-top:var(--s1);color:var(--ink-2);font-size:var(--t-sm)}
.tiles{display:grid;grid-template-columns:repeat(auto-fill,minmax(7.6rem,1fr));gap:var(--s2)} .tiles .is-wide{grid-column:span 2}
.tile{display:grid;grid-template-columns:auto minmax(0,1fr);gap:0 .55rem;align-items:center;min-height:60px;padding:.45rem .55rem;border:1.5px solid var(--line-strong);border-radius:var(--radius);color:var(--ink);text-decoration:none;line-height:1.2} .tile:hover{background:var(--surface)}
.tile__no{display:grid;place-items:center;min-width:2.1rem;height:2.1rem;padding-inline:.2rem;border-radius:4px;background:var(--surface);font-weight:700;font-size:1.15rem} .tile b{display:block;font-size:.9375rem;font-weight:600;hyphens:auto} .tile small{display:flex;align-items:center;gap:.25em;color:var(--ink-2);font-size:.8125rem} .tile .i{width:.95rem;height:.95rem}
.tile--busy .tile__no{background:var(--primary);color:var(--on-primary)}
.tile--out,.tile--offline{border-color:var(--error);background:var(--error-tint)} .tile--out .tile__no,.tile--offline .tile__no{background:var(--error);color:var(--page)} .tile--out .i,.tile--offline .i{color:var(--error)}
.tile--waiting,.tile--off{border-color:var(--warning);background:var(--warning-tint)} .tile--waiting .tile__no,.tile--off .tile__no{background:var(--warning);color:var(--page)} .tile--waiting .i,.tile--off .i{color:var(--warning)} .is-wide small{color:var(--ink)}
.point-top{display:grid;gap:var(--s4) var(--s6);margin-bottom:var(--s4)} .point-top>*{min-width:0} @media (min-width:56em){.point-top{grid-template-columns:minmax(0,1.35fr) minmax(0,1fr)}} .figures--two{grid-template-columns:repeat(2,minmax(0,1fr))!important;align-content:start}
.plug-box{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.1rem var(--s3);align-items:center;padding:var(--s3) var(--s4);border-radius:var(--radius-lg);background:var(--surface);line-height:1.35} .plug-box b,.plug-box .st{display:flex} .plug-box .plate__no{min-width:3rem;height:3rem;font-size:1.5rem;border-width:1px}
.plug-box--out,.plug-box--offline{background:var(--error-tint)} .plug-box--waiting,.plug-box--off{background:var(--warning-tint)}
.uptime+.uptime{margin-top:var(--s4)} .uptime h3{font-size:1rem;margin-bottom:var(--s1)} .uptime__day{display:grid;grid-template-columns:5.5rem minmax(0,1fr);gap:var(--s2);align-items:center;font-size:.8125rem;line-height:1.45;color:var(--ink-2);font-variant-numeric:tabular-nums} .uptime__day svg{width:100%;height:1.05rem;overflow:visible} .uptime text{fill:var(--ink-2);font-family:var(--font)} .uptime summary{font-size:var(--t-sm)}
.state{fill:var(--surface)} .state--ready{fill:var(--data-soft)} .state--busy{fill:var(--data)} .state--waiting{fill:url(#hatch-warning)} .state--out{fill:var(--error)} .state--offline{fill:url(#hatch-ink)}
.day{margin-top:var(--s4)} .day h2{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 var(--s3);border-top:2px solid var(--ink);padding-block:.5rem;font-size:1rem} .day small{font-weight:400;color:var(--ink-2);font-size:var(--t-sm)} .day+.pages{margin-top:var(--s4)}
.sessions>li{border-top:1px solid var(--line)} .sessions>li:first-child{border-top:0} .sessions a{display:grid;grid-template-columns:4.2rem minmax(0,1fr) 9.5rem 6.5rem 7rem;gap:0 var(--s4);align-items:center;min-height:60px;padding-block:.4rem;color:var(--ink);text-decoration:none;line-height:1.3} .sessions a:hover{background:var(--surface)} .sessions a:hover b:first-child{text-decoration:underline}
.sessions b{font-weight:600} .sessions small{display:block;color:var(--ink-2);font-size:var(--t-sm)} .sessions .r,.sessions time{font-variant-numeric:tabular-nums} .cols .sessions a{grid-template-columns:6rem minmax(0,1fr) 8.5rem 6rem}
.cols .sessions__energy{display:none}
@media (max-width:47.99em){.sessions a,.cols .sessions a{grid-template-columns:minmax(0,1fr) auto;gap:.1rem var(--s3)} .sessions time{grid-column:1;font-size:var(--t-sm);color:var(--ink-2)} .sessions time+span{grid-column:1} .sessions .sessions__state{grid-column:1;font-size:var(--t-sm)} .sessions .sessions__price{grid-column:2;grid-row:1/3;align-self:start} .sessions .sessions__energy{display:block;grid-column:2;grid-row:3;font-size:var(--t-sm)}}
@media (forced-colors:active){.bars text{fill:CanvasText} .bars .bar,.legend .energy,.legend .money{fill:Highlight;stroke:CanvasText} .bars .running,.legend .running{fill:Canvas;stroke:CanvasText} .bars .outline,.bars .base,.legend .outline{stroke:CanvasText} .bars .halo{stroke:Canvas} .square--busy{fill:Highlight;stroke:CanvasText} .square--out{fill:CanvasText} .square--waiting{fill:GrayText} .small-curve .curve{stroke:CanvasText} .small-curve .area{fill:none} .state--busy{fill:Highlight} .state--out{fill:CanvasText} .plug-box,.tile{border:1px solid CanvasText}}
@media print{.bars{print-color-adjust:exact}}
`;
