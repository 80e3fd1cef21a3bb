/** Styles of the content of pages: sections, tables, lists. */
export const BLOCKS = `
.blk{border-top:2px solid var(--ink);padding:var(--s3) 0 var(--s6)}
.blk__h{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:0 var(--s4);margin-bottom:var(--s2)}
.blk__h h2{min-height:1.9rem;display:flex;align-items:center;gap:var(--s2)}
.blk__h a{font-size:var(--t-sm);display:inline-flex;align-items:center;min-height:44px;margin-block:-.5rem}
.console .btn{width:auto;min-height:48px;padding:.5rem 1rem;font-size:1rem}
.console .btn--quiet{font-weight:600}
.acts{display:flex;flex-wrap:wrap;gap:var(--s2)} .more>.acts{margin-bottom:var(--s5)}
@media (max-width:29.99em){.acts .btn{flex:1 1 auto} .acts--wide .btn{flex:1 1 100%}}
.console .input{min-height:48px;font-size:1rem}
.console .rows dt{flex-basis:min(7rem,100%)}
.console .status{font-size:inherit}
.dim{color:var(--ink-2);font-weight:400}
.r{text-align:right}
.id{font-variant-numeric:tabular-nums;white-space:nowrap;letter-spacing:.01em}
.mono{font:400 .8125rem/1.4 var(--mono);overflow-wrap:anywhere} .breaks{overflow-wrap:anywhere} .select-all{user-select:all} .code.select-all{margin-block:var(--s2)} .whole{overflow-wrap:normal;word-break:keep-all}

.att{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.1rem var(--s3);padding:var(--s3) var(--s4);border-radius:var(--radius-lg);background:var(--surface)}
.att+.att{margin-top:var(--s3)} .att>.i{margin-top:.1rem}
.att h3{display:flex;justify-content:space-between;gap:.1rem var(--s3)} .att h3 b{font-variant-numeric:tabular-nums;white-space:nowrap}
.att p{line-height:1.4;font-size:.9375rem} .att .acts{margin-top:var(--s3)} .att .btn{background:var(--page);min-height:44px} .att .btn:hover{background:var(--surface)}
.att--open{background:var(--error-tint)} .att--open>.i{color:var(--error)} .att--taken{background:var(--warning-tint)} .att--taken>.i{color:var(--warning)}
.att h3 a{color:inherit} .att__words{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden;overflow-wrap:anywhere} .att__how summary{display:inline-block;min-height:32px;padding-top:.45rem;cursor:pointer;font-size:var(--t-sm);font-weight:600;color:var(--primary-text);text-decoration:underline;text-underline-offset:.2em} .att .acts .btn{width:auto;padding-inline:var(--s3)} .att .acts form{display:contents}
.badges{display:flex;flex-wrap:wrap;gap:.25rem var(--s2);margin-top:.35rem} .att .badge{background:var(--page)}
.badge{display:inline-flex;align-items:center;gap:.3em;padding:.12em .5em;border-radius:4px;background:var(--surface);color:var(--ink);font-size:var(--t-sm);font-weight:600;line-height:1.35} .badge .i{width:1rem;height:1rem}
.badge--warn,.att .badge--warn{background:var(--warning-tint)} .badge--warn .i{color:var(--warning)}
.calm{display:flex;gap:var(--s3);padding:var(--s3) var(--s4);margin-bottom:var(--s5);border-radius:var(--radius-lg);background:var(--success-tint);line-height:1.45} .calm .i{color:var(--success)} .calm li{list-style:disc inside}
.calm--pause{background:var(--surface);margin-block:var(--s3) 0} .calm--pause .i{color:var(--warning)}

.log{list-style:none;padding:0;margin:0} .log li+li,.log li:first-child{border-top:1px solid var(--line)}
.log summary{display:grid;grid-template-columns:auto minmax(0,1fr) auto auto;grid-auto-flow:row dense;gap:0 var(--s3);align-items:center;min-height:48px;cursor:pointer;list-style:none} .log summary::-webkit-details-marker{display:none} .log summary:hover{background:var(--surface)}
.log time{color:var(--ink-2);font-size:var(--t-sm);font-variant-numeric:tabular-nums} .log__what{display:flex;gap:var(--s2);align-items:center;min-width:0;overflow-wrap:anywhere} .log__what .i{width:1.125rem;height:1.125rem}
.log summary>.i{width:1.125rem;height:1.125rem;grid-column:4;grid-row:1;color:var(--ink-2)} .log [open]>summary>.i{transform:rotate(180deg)} .log__content{grid-column:2/4;grid-row:2;color:var(--ink-2);white-space:nowrap;overflow:hidden;text-overflow:ellipsis} .log code{display:block;padding-bottom:var(--s3);font-size:var(--t-sm);line-height:1.45;overflow-wrap:anywhere}
@media (max-width:47.99em){.log summary{padding-block:var(--s1)} .log time{grid-column:1/-1;grid-row:auto} .log summary>.i{grid-row:2} .log__content{grid-column:1/-1;grid-row:3}}
.board{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
.board caption{text-align:left;color:var(--ink-2);font-size:var(--t-sm);padding-bottom:var(--s2)}
.board th{font-size:var(--t-sm);font-weight:600;color:var(--ink-2);text-align:left;padding:var(--s2) var(--s4) var(--s2) 0;vertical-align:bottom;white-space:nowrap}
.board td,.board tbody th{padding:.6rem var(--s4) .6rem 0;border-top:1px solid var(--line);vertical-align:top;text-align:left;line-height:1.35}
.board tbody th{font-size:1rem;color:var(--ink);font-weight:600}
.board .r{text-align:right;white-space:nowrap} .board tr>:last-child{padding-right:0}
.board small{display:block;color:var(--ink-2);font-size:var(--t-sm);font-weight:400}
.board tbody tr:hover>*{background:var(--surface)}
.board .total>*{border-top:2px solid var(--ink);font-weight:700;color:var(--ink)}
.board .is-bad>*{background:var(--error-tint)} .board .is-bad>:first-child{box-shadow:inset 4px 0 0 var(--error);padding-left:var(--s3)}
.board .is-warn>*{background:var(--warning-tint)} .board .is-warn>:first-child{box-shadow:inset 4px 0 0 var(--warning);padding-left:var(--s3)}
.board .is-calm>*{background:var(--surface);color:var(--ink-2)} .board .is-calm>:first-child{box-shadow:inset 4px 0 0 var(--line-strong);padding-left:var(--s3)}
.board .st{display:flex;gap:.4em;font-weight:600} .board .st .i{width:1.2rem;height:1.2rem;margin-top:.05rem}
.st--ok .i{color:var(--success)} .st--busy .i{color:var(--info)} .st--off .i{color:var(--error)} .st--warn .i{color:var(--warning)} .st--calm .i{color:var(--ink-2)}
.st{display:inline-flex;gap:.4em;font-weight:600;align-items:flex-start} .st .i{width:1.2rem;height:1.2rem;margin-top:.1rem} .st small{display:block;color:var(--ink-2);font-size:var(--t-sm);font-weight:400}
@media (max-width:47.99em){
  .board--fold thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
  .board--fold,.board--fold tbody{display:block}
  .board--fold tr{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:.1rem var(--s4);padding-block:var(--s3);border-top:1px solid var(--line)}
  .board--fold td,.board--fold tbody th{display:block;border:0;padding:0!important;background:none!important;box-shadow:none!important} .board--fold .r{grid-column:2}
  .board--fold tbody th{grid-column:1} .board .hide-s{display:none} .board--fold .wide-s{grid-column:1/-1;text-align:left} .board--fold .end-s{text-align:right}
  .board--fold .is-bad,.board--fold .is-warn{padding-left:var(--s3);background:var(--error-tint);box-shadow:inset 4px 0 0 var(--error)} .board--fold .is-warn{background:var(--warning-tint);box-shadow:inset 4px 0 0 var(--warning)} .board--fold .is-calm{padding-left:var(--s3);background:var(--surface);color:var(--ink-2);box-shadow:inset 4px 0 0 var(--line-strong)}
  .board--fold .lab::before{content:attr(data-label) ' ';color:var(--ink-2);font-weight:400}
  .board--fold .lab .st{display:inline-flex;vertical-align:top}
  .board--fold .total{border-top:2px solid var(--ink)}
  .board--slim{font-size:.9375rem} .board--slim th,.board--slim td{padding-right:var(--s3)} .board--slim td:last-child .st{white-space:nowrap}
}
.under{color:var(--ink-2);font-size:var(--t-sm);overflow-wrap:anywhere} @media (min-width:48em){.under{display:none}}
.scroll-x{position:relative;overflow-x:auto} .board--tight th,.board--tight td{padding-right:var(--s2)!important} .board abbr{text-decoration:none}

.find{display:flex;flex-wrap:wrap;gap:var(--s2);align-items:flex-end} .find>div{flex:1 1 12rem;min-width:0}
.find .narrow{flex:0 1 11rem} .find>details{flex:1 0 100%;margin-top:calc(-1*var(--s2))}
.find--compact{margin-block:0 var(--s4)} @media (min-width:30.01em){.find--compact .input::placeholder{opacity:0}} @media (max-width:30em){.find--compact label{position:absolute;width:1px;clip-path:inset(50%)} .find>div:not(.field){flex:1 0 100%} .find>.field{display:contents} .find>.field>label,.find>.field>.hint{flex:1 0 100%;margin:0} .find>.field>.input{flex:1 1 8rem;min-width:0}}
.filters{display:flex;flex-wrap:wrap;gap:var(--s2);margin-block:var(--s3) var(--s4)}
.filters a{display:inline-flex;align-items:center;gap:var(--s2);min-height:44px;padding-inline:var(--s3);border:1px solid var(--line-strong);border-radius:var(--radius);color:var(--ink);text-decoration:none;font-size:var(--t-sm);font-weight:600}
.filters a:hover{background:var(--surface)} .filters a b{font-variant-numeric:tabular-nums;color:var(--ink-2);font-weight:600}
.filters [aria-current]{border:2px solid var(--ink);background:var(--surface)} .filters [aria-current] b{color:var(--ink)} .filters .i{width:1rem;height:1rem}
.pages{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;gap:var(--s2) var(--s4);border-top:2px solid var(--ink);padding-top:var(--s3);font-size:var(--t-sm);color:var(--ink-2)}

.tl li{position:relative;display:grid;grid-template-columns:6rem minmax(0,1fr);gap:0 var(--s3);padding-block:.55rem;border-top:1px solid var(--line)}
.tl time{font-variant-numeric:tabular-nums;color:var(--ink-2);font-size:var(--t-sm);padding-top:.1rem}
.tl .day{grid-column:1/-1;font-weight:700;padding-bottom:var(--s1);color:var(--ink-2);font-size:var(--t-sm)}
.tl .lane{display:flex;gap:.4em;align-items:center;color:var(--ink-2);font-size:var(--t-sm)} .tl .lane .i{width:1rem;height:1rem}
@media (max-width:47.99em){.tl li{grid-template-columns:5.25rem 1.25rem minmax(0,1fr);gap:0 var(--s2)} .tl .lane{align-items:flex-start;padding-top:.2rem} .tl .lane span{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}}
.tl .what{grid-column:3} .tl .what b{font-weight:600} .tl .what small{display:block;color:var(--ink-2);font-size:var(--t-sm)}
.tl .is-bad{background:var(--error-tint);box-shadow:inset 4px 0 0 var(--error)} .tl .is-bad{padding-left:var(--s3)} .tl .is-bad{margin-left:calc(-1*var(--s3))}
.tl .is-bad .lane .i{color:var(--error)}
@media (min-width:48em){.tl li{grid-template-columns:7rem 6.5rem minmax(0,1fr)} .tl .lane{align-items:flex-start;padding-top:.1rem} .tl .lane .i{margin-top:.15rem}}

.focus{max-width:42rem} .address-line{color:var(--ink-2);margin-top:var(--s1)} .address-line+.faults,.focus .faults{margin-top:var(--s3)} .focus .faults>li{padding:var(--s3);border:0;border-radius:var(--radius-lg);background:var(--surface)} .focus .faults>li+li{margin-top:var(--s2)}
.steps{display:flex;flex-wrap:wrap;gap:0 var(--s4);font-size:var(--t-sm);color:var(--ink-2);margin-block:var(--s2)} .steps b{color:var(--ink)}
.will{border:2px solid var(--ink);border-radius:var(--radius-lg);padding:var(--s4);margin-block:var(--s4)}
.will>h2{margin-bottom:var(--s3)} .will .route li{padding-bottom:var(--s4)} .will .route small{color:var(--ink-2)}
.ba{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums;margin-bottom:var(--s4)} .ba th,.ba td{padding:.4rem 0 .4rem var(--s3);text-align:right;border-top:1px solid var(--line);white-space:nowrap} .ba th:first-child{text-align:left;padding-left:0;font-weight:400;color:var(--ink-2);white-space:normal} .ba thead td{border:0} .ba thead th{border:0;font-size:var(--t-sm);font-weight:600;color:var(--ink-2)} .ba td:last-child{font-weight:700}
.vs{display:grid;gap:var(--s4)} @media (min-width:40em){.vs{grid-template-columns:1fr 1fr}} .vs>div{border-top:2px solid var(--ink);padding-top:var(--s3)}

.calc{background:var(--surface);border-radius:var(--radius-lg);padding:var(--s4)}

.pvs{display:flex;flex-wrap:wrap;gap:var(--s3);margin-bottom:var(--s4)}
.pvs figcaption{font-size:var(--t-sm);color:var(--ink-2);padding-top:var(--s1)}
.pv{--h:2400;width:calc(var(--w)*var(--k)*1px + 2px);max-width:100%;height:var(--tall);overflow:hidden auto;border:1px solid var(--line-strong);border-radius:var(--radius-lg)}
.pv iframe{display:block;border:0;width:calc(var(--w)*1px);height:calc(var(--h)*1px);transform:scale(var(--k));transform-origin:0 0;margin-bottom:calc(var(--h)*(var(--k) - 1)*1px);margin-right:calc(var(--w)*(var(--k) - 1)*1px)}
.pvs--phone{--w:390;--k:.42;--tall:24rem} .pvs--desktop{--w:1280;--k:.26;--tall:15rem}
@media (max-width:24em){.pvs--phone{--k:.35} .pvs--desktop{--k:.21}}
@media (min-width:40em){.pvs--phone{--k:.72;--tall:36rem} .pvs--desktop{--k:.44;--tall:24rem}}
.brand-logo{display:inline-block;padding:var(--s3);border:1px solid var(--line);border-radius:var(--radius);background:#fff} .brand-logo--dark{background:#101418} .brand-logo img{display:block;max-width:11rem;max-height:3rem;width:auto;height:auto} .brand-logo img.icon{width:2rem;height:2rem}
.chip{display:inline-block;width:2.5rem;height:1.5rem;border:1px solid var(--line-strong);border-radius:3px;vertical-align:middle;fill:none}

.ticks li{display:flex;align-items:center;gap:var(--s3);padding-inline:var(--s2);border-top:1px solid var(--line)} .ticks li:last-child{border-bottom:1px solid var(--line)}
.ticks label{min-height:64px;display:flex;align-items:center;margin:0;cursor:pointer} .ticks b,.ticks small{display:block;line-height:1.35} .ticks small{color:var(--ink-2);font-size:var(--t-sm)}
.ticks a{flex:1;display:flex;align-items:center;justify-content:space-between;min-height:64px;color:var(--ink);text-decoration:none} .ticks a:hover b{text-decoration:underline} .ticks a .i{width:1.125rem;height:1.125rem}
.ticks__do{position:sticky;bottom:calc(3.75rem + env(safe-area-inset-bottom,0px));z-index:2;display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;gap:0 var(--s4);background:var(--page);border-top:1px solid var(--line-strong);padding-block:var(--s2)} .ticks__do .btn{flex:0 1 auto} .ticks__do a{display:inline-flex;align-items:center;min-height:48px} @media (min-width:60em){.ticks__do{bottom:0}}
.ticks li:has(:checked),.labels li:has(:checked){background:var(--primary-tint)}
.labels{margin-block:var(--s4);display:grid;grid-template-columns:repeat(auto-fill,minmax(min(10rem,100%),1fr));gap:var(--s4)}
.labels li{border:1px solid var(--line-strong);border-radius:var(--radius-lg)} .labels label{display:grid;gap:var(--s2);margin:0;padding:var(--s3);cursor:pointer} .labels label>span{display:flex;align-items:center;gap:var(--s3);min-height:44px} .labels small{display:block;font-weight:400;color:var(--ink-2);font-size:.8125rem} .label-page{display:block;width:100%;height:auto;border:1px solid var(--line)}

.says>p{margin-top:var(--s1)} .says>.st{display:flex} .says+.bar-chart{margin-top:var(--s4)}

.faults>li{display:grid;grid-template-columns:auto minmax(0,1fr);gap:0 var(--s3);padding-block:var(--s3);border-top:1px solid var(--line)} .faults>li:first-child{border-top:0} .faults>li>.i{color:var(--error);margin-top:.1rem} .faults .btn{margin-top:var(--s3)} .faults__words{margin-top:var(--s1);white-space:pre-line;overflow-wrap:anywhere} .faults__photo{display:inline-block;margin-top:var(--s2)} .faults__photo img{display:block;max-width:100%;max-height:9rem;width:auto;height:auto;border-radius:var(--radius);border:1px solid var(--line)} .faults__answer{margin-top:var(--s2);padding-left:var(--s3);border-left:4px solid var(--line-strong)}
.gap{margin-block:var(--s4)} .gate h1+.gap{margin-top:var(--s2)} .gate .ops-mark{margin-bottom:var(--s5)} .more .board{margin-top:var(--s2)}
@media (max-width:39.99em){.wide-only{display:none!important} .page-head{position:relative} .narrow-only{flex:1 0 100%} .narrow-only:not([open]){margin-bottom:-1rem} .narrow-only>summary{position:absolute;right:0;top:-.5rem} .filters--row{flex-wrap:nowrap;overflow-x:auto;margin-block:var(--s2)} .filters--row a{flex:none}} @media (min-width:40em){.narrow-only{display:none}}
.alert-line{display:flex;flex-wrap:wrap;gap:var(--s2) var(--s4);align-items:center}
.do{border-top:1px solid var(--line);padding-block:var(--s3);display:grid;gap:var(--s2)} .do:first-of-type{border-top:0;padding-top:var(--s1)} .do p{color:var(--ink-2);font-size:var(--t-sm)} .do h3{font-size:1rem}
@media (min-width:34em){.do{grid-template-columns:minmax(0,1fr) auto;align-items:center;column-gap:var(--s4)} .do .btn{min-width:10.5rem}}
.top{display:grid;gap:var(--s4)} @media (min-width:48em){.top{grid-template-columns:minmax(0,1fr) auto;align-items:end}} .top .figure{font-size:2.5rem} .top .figure-label{margin-bottom:var(--s1)}
@media (max-width:59.99em){.cols--lead{display:flex;flex-direction:column} .cols--lead>div{display:contents} .cols--lead .late{order:1} .cols--lead .last{order:2}}
.route li.later::after{border-left-style:dotted!important} .will .route .t,.will .route .amount{color:var(--ink)}
.will__warning{flex-wrap:nowrap;align-items:flex-start;gap:var(--s2)} .will__warning .i{flex:none}
.who .row{align-items:baseline} .focus .note+.will{margin-top:var(--s4)}
@media (max-width:47.99em){.board--fold .total>*{border:0!important}}
@media (min-width:48em){.board--fold td:first-child>a{white-space:nowrap}}
@media (max-width:18em){.board--fold tr{grid-template-columns:minmax(0,1fr)} .board--fold .r{grid-column:1;text-align:left;white-space:normal}}
.rows dt small{display:block;color:var(--ink-2);font-size:var(--t-sm)} .cols .rows dt,.vs .rows dt{flex:1 1 auto} .cols .rows dd:has(small){flex:1 1 100%}
.board thead td{border:0}
`;
