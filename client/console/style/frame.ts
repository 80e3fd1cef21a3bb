/**
 * Styles of header and navigation. The layout is denser than on the drivers' pages. The navigation is on the left, and on phones
 * at the bottom.
 */
export const FRAME = `
html.console{font-size:100%;scroll-padding-block:1rem 6rem}
.console{--t-lg:1.1875rem;--t-xl:1.625rem;--t-sm:.875rem;--target:48px}
.console h1{font-size:var(--t-xl)}
.ops{display:block}
.ops main{padding:var(--s4) var(--gutter) 6.5rem;min-width:0}
.ops-top{display:flex;align-items:center;gap:var(--s2);min-height:56px;padding-inline:var(--gutter);border-bottom:3px solid var(--primary-edge)}
.ops-mark{display:flex;align-items:center;gap:var(--s3);min-height:48px;margin-right:auto;color:var(--ink);text-decoration:none;font-weight:700;line-height:1.15;min-width:0}
.ops-mark small{display:block;font-weight:400;color:var(--ink-2);font-size:var(--t-sm)}
.ops-mark .plate__no{min-width:2.25rem;height:2.25rem;font-size:1.25rem;border-width:1px;padding:0}
.ops-nav{position:fixed;z-index:4;inset:auto 0 0;background:var(--page);border-top:1px solid var(--line-strong);padding-bottom:env(safe-area-inset-bottom,0px)}
.ops-nav ul{display:grid;grid-auto-flow:column;grid-auto-columns:auto}
.ops-nav a{position:relative;display:flex;flex-direction:column;align-items:center;justify-content:center;gap:2px;min-height:60px;color:var(--ink-2);text-decoration:none;font-size:var(--t-sm);font-weight:600;line-height:1.2}
.ops-nav a:hover{background:var(--surface);color:var(--ink)}
.ops-nav [aria-current]{color:var(--ink);box-shadow:inset 0 4px 0 var(--primary-line);font-weight:700}
.ops-nav [aria-current] .i{color:var(--primary-line)}
.ops-nav .rest{display:none}
.count{display:inline-grid;place-items:center;min-width:1.45rem;height:1.45rem;padding-inline:.35rem;border-radius:.75rem;background:var(--ink);color:var(--page);font-size:.8125rem;font-weight:700;line-height:1;font-variant-numeric:tabular-nums}
.ops-nav .count{position:absolute;top:4px;left:calc(50% + 8px)}
.who{display:none}
.crumb{display:inline-flex;align-items:center;gap:var(--s2);min-height:48px;font-size:var(--t-sm);margin-top:-.75rem}
.crumb .i{width:1.125rem;height:1.125rem}
.page-head{display:flex;flex-wrap:wrap;align-items:flex-end;gap:var(--s2) var(--s5);margin-bottom:var(--s4)}
.page-head>div:first-child{flex:1 1 18rem;min-width:0}
.page-head p{color:var(--ink-2);margin-top:var(--s1)}
.cols{display:grid;gap:0 var(--s7)} .cols>*{min-width:0}
@media (min-width:60em){
  .ops{display:grid;grid-template-columns:14.5rem minmax(0,1fr);grid-template-rows:auto 1fr auto;min-height:100vh}
  .ops-top{grid-area:1/1;border-bottom:0;border-right:1px solid var(--line);padding:var(--s4) var(--s4) var(--s3);background:var(--surface)}
  .ops-top .tool{display:none}
  .ops-nav{position:static;z-index:auto;grid-area:2/1;border:0;border-right:1px solid var(--line);background:var(--surface);padding:var(--s2)}
  .ops-nav ul{display:block;position:sticky;top:var(--s4)}
  .ops-nav a{flex-direction:row;justify-content:flex-start;gap:var(--s3);min-height:48px;padding-inline:var(--s3);border-radius:var(--radius);font-size:1rem;color:var(--ink)}
  .ops-nav a:hover{background:var(--page)}
  .ops-nav [aria-current]{box-shadow:inset 4px 0 0 var(--primary-line);background:var(--page)}
  .ops-nav .count{position:static;margin-left:auto}
  .ops-nav .rest{display:block} .ops-nav .only-small{display:none}
  @media (min-height:50em){.ops .who{grid-area:1/1/4/1;align-self:end;position:sticky;bottom:0}}
  .who{display:block;grid-area:3/1;background:var(--surface);border-right:1px solid var(--line);padding:var(--s3) var(--s4) var(--s4);font-size:var(--t-sm)}
  .who>div{border-top:1px solid var(--line);padding-top:var(--s3)} .who b{display:block;font-size:1rem} .who form,.who .row{margin-top:var(--s1)}
  .ops main{grid-area:1/2/4/2;padding:var(--s5) clamp(24px,3vw,44px) var(--s7);width:100%;max-width:76rem}
  .cols{grid-template-columns:minmax(0,1fr) 21rem}
}
.plain{background:none;border:0;padding:0;font:inherit;color:var(--primary-text);text-decoration:underline;text-underline-offset:.2em;cursor:pointer;min-height:44px}

.gate{max-width:26rem;margin:clamp(2rem,12vh,7rem) auto 0;width:100%;padding-inline:var(--gutter)} .gate .btn{width:100%}
.or{display:flex;align-items:center;gap:var(--s3);margin-block:var(--s5);color:var(--ink-2);font-size:var(--t-sm)} .or::before,.or::after{content:"";flex:1;border-top:1px solid var(--line)}
.code{display:block;padding:var(--s3);background:var(--surface);border-radius:var(--radius);font:400 .875rem/1.5 var(--mono);overflow-wrap:anywhere}
.code .unbroken{display:inline-block}
.menu a{display:flex;align-items:center;gap:var(--s3);min-height:56px;border-top:1px solid var(--line);color:var(--ink);text-decoration:none;font-weight:600} .menu a .i:last-child{margin-left:auto;width:1.25rem;height:1.25rem} .menu small{font-weight:400;color:var(--ink-2);display:block}
@media (max-width:20em){.ops-nav a{font-size:.75rem} .ops-nav .i{display:none}}
@media (forced-colors:active){.att>.i,.st .i{color:CanvasText!important} .att,.badge,.calm{border:1px solid CanvasText} .count{border:1px solid CanvasText}}
@media print{.ops-nav,.ops-top,.who,.find,.filters,.acts,.crumb{display:none!important} .ops{display:block} .board tr{break-inside:avoid}}
`;
