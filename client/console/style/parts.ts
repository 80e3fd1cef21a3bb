/** Styles of buttons, fields, rows and notes, which look similar on the drivers' pages. */
export const PARTS = `
fieldset{border:0;min-width:0}
fieldset>legend{float:left;width:100%} fieldset>legend+*{clear:both} fieldset>legend.vh{float:none}
.i{width:1.5rem;height:1.5rem;flex:none;fill:none}
.vh{position:absolute!important;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.num{font-variant-numeric:tabular-nums;white-space:nowrap}
.tab{font-variant-numeric:tabular-nums}
.muted{color:var(--ink-2)} .small{font-size:var(--t-sm);line-height:1.45}
.skip{position:absolute;left:var(--gutter);top:-6rem;z-index:9;background:var(--ink);color:var(--page);padding:var(--s3) var(--s4);border-radius:0 0 var(--radius) var(--radius)}
.skip:focus{top:0}
.stack>*+*{margin-top:var(--s4)} .stack-sm>*+*{margin-top:var(--s2)}
.tool{display:flex;align-items:center;justify-content:center;min-width:48px;min-height:48px;color:var(--ink)}
.row{display:flex;flex-wrap:wrap;gap:var(--s2) var(--s4);align-items:center}
.btn{display:flex;align-items:center;justify-content:center;gap:var(--s2);width:100%;min-height:max(56px,3.25rem);padding:var(--s3);border:2px solid var(--ink);border-radius:var(--radius);background:var(--page);color:var(--ink);font:700 var(--t-md)/1.2 var(--font);text-align:center;text-decoration:none;cursor:pointer}
.btn:hover{background:var(--surface);text-decoration:none}
.btn--primary{background:var(--primary);color:var(--on-primary);border-color:var(--primary-edge)}
.btn--primary:hover{background:var(--primary-hover);border-color:var(--primary-edge)}
.btn--primary:active,.btn:active{transform:translateY(1px)}
.btn--danger{background:var(--ink);color:var(--page)} .btn--danger:hover{background:var(--ink-2)}
.btn--quiet{border-color:var(--line-strong);font-weight:600;font-size:1rem;min-height:max(48px,2.9rem)}
.btn[aria-disabled=true]{background:var(--surface);border-color:var(--line-strong);color:var(--ink-2);cursor:default}
.btn .i{width:1.375rem;height:1.375rem}
.link{display:inline-flex;align-items:center;gap:var(--s2);min-height:48px;padding:var(--s2) 0;background:none;border:0;font:inherit;cursor:pointer}
.link .i{width:1.25rem;height:1.25rem}
.field{max-width:100%}
.field+.field,.fields>*+*{margin-top:var(--s5)}
label,.label{display:block;font-weight:600;margin-bottom:var(--s1)}
.hint{color:var(--ink-2);font-size:var(--t-sm);line-height:1.45;margin-bottom:var(--s2)}
fieldset>.hint{margin-bottom:var(--s4)}
.input{display:block;width:100%;min-height:max(52px,3.05rem);padding:var(--s2) var(--s3);border:2px solid var(--line-strong);border-radius:var(--radius);background:var(--page);color:var(--ink);font:400 1.0625rem/1.3 var(--font);appearance:none}
.input:focus{outline:3px solid var(--ink);outline-offset:0;border-color:var(--ink)}
.input--short{max-width:9rem} .input--mid{max-width:14rem}
select.input{padding-right:3rem;background-image:linear-gradient(45deg,transparent 50%,var(--ink) 50%),linear-gradient(135deg,var(--ink) 50%,transparent 50%);background-size:.42rem .42rem;background-position:calc(100% - 1.3rem) 54%,calc(100% - .9rem) 54%;background-repeat:no-repeat}
.amounts{display:grid;grid-template-columns:repeat(auto-fill,minmax(7rem,1fr));gap:var(--s3)} .amounts .field{margin:0}
.affix{display:flex;align-items:center;gap:var(--s2)}
.affix .input{flex:0 1 7rem;min-width:4.5rem}
.error-text{display:flex;gap:var(--s2);align-items:flex-start;color:var(--error);font-weight:600;margin-bottom:var(--s2)}
.input[aria-invalid]{border-color:var(--error)} .input+.error-text,.affix+.error-text{margin:var(--s1) 0 0}
.error-text .i{width:1.25rem;height:1.25rem;margin-top:.15em}
.choices{border:1px solid var(--line-strong);border-radius:var(--radius-lg)}
.choice{position:relative;display:grid;grid-template-columns:auto minmax(0,1fr) auto;gap:0 var(--s3);align-items:center;padding:var(--s4);margin:0;font-weight:400;cursor:pointer}
.choice+.choice{border-top:1px solid var(--line)}
.choices--pairs .choice{padding:var(--s3) var(--s4)} @media (min-width:40em){.choices--pairs{display:grid;grid-template-columns:1fr 1fr} .choices--pairs .choice:nth-child(2){border-top:0}}
.choice:first-child{border-radius:var(--radius-lg) var(--radius-lg) 0 0} .choice:last-child{border-radius:0 0 var(--radius-lg) var(--radius-lg)}
.choice__text{min-width:0}
.choice__name{display:flex;flex-wrap:wrap;align-items:center;gap:var(--s1) var(--s2);font-size:var(--t-md);font-weight:700;line-height:1.25}
.choice__meta{display:block;color:var(--ink-2);font-size:var(--t-sm);margin-top:2px}
.choice .status{margin-top:var(--s2)}
.choice:has(input:checked){background:var(--primary-tint);box-shadow:0 0 0 3px var(--primary-line);z-index:1;border-top-color:transparent}
.choices:not(:has(:checked)) .choice:has([placeholder]:not(:placeholder-shown)){background:var(--primary-tint);box-shadow:0 0 0 3px var(--primary-line);z-index:1;border-top-color:transparent}
.choice:has(input:not(.input):focus-visible){outline:3px solid var(--ink);outline-offset:5px}
.choice input:not(.input):focus-visible{outline:0}
@media (max-width:30em){.choice .affix{grid-column:2/-1;margin-top:var(--s3)}}
.plate__no{flex:none;display:grid;place-items:center;min-width:4.25rem;height:4.25rem;padding-inline:.5rem;border-radius:var(--radius);background:var(--primary);color:var(--on-primary);border:2px solid var(--primary-edge);font-size:2.5rem;font-weight:700;line-height:1;font-variant-numeric:tabular-nums}
.evse{font-variant-numeric:tabular-nums;letter-spacing:.02em}
.figure{font-variant-numeric:tabular-nums;font-weight:700;line-height:1;letter-spacing:-.025em;white-space:nowrap;font-size:var(--t-3xl)}
.figure small{font-size:.36em;font-weight:600;letter-spacing:0;margin-left:.4em;white-space:normal}
.figure-label{font-weight:600;display:block;margin-bottom:var(--s2)}
.rows>div{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 var(--s4);padding-block:var(--s2);border-top:1px solid var(--line)}
.rows>div:first-child{border-top:0}
.rows dt{color:var(--ink-2);flex:1 1 min(8rem,100%)} .rows dd{margin-left:auto;text-align:right;font-variant-numeric:tabular-nums;font-weight:600} .rows .st{text-align:left}
.rows dt small{display:block;font-size:var(--t-sm);line-height:1.35}
.rows .total{border-top:2px solid var(--ink)} .rows .total dt,.rows .total dd{color:var(--ink);font-weight:700;font-size:var(--t-md)}
.note{display:grid;grid-template-columns:auto minmax(0,1fr);gap:0 var(--s3);padding:var(--s4);border-left:4px solid var(--c,var(--line-strong));background:var(--bg,var(--surface));border-radius:0 var(--radius) var(--radius) 0}
.note .i{color:var(--c)} .note>div>*+*{margin-top:var(--s1)}
.note--success{--c:var(--success);--bg:var(--success-tint)} .note--warning{--c:var(--warning);--bg:var(--warning-tint)} .note--error{--c:var(--error);--bg:var(--error-tint)} .note--info{--c:var(--info);--bg:var(--info-tint)}
.note+*{margin-top:var(--s4)} .note+.stats{margin-top:var(--s5)}
.route{position:relative}
.route li{position:relative;display:grid;grid-template-columns:minmax(0,1fr) auto;gap:0 var(--s4);padding:0 0 var(--s5) 2.5rem}
.route li:last-child{padding-bottom:0}
.route li::before{content:"";position:absolute;left:.25rem;top:.25rem;width:1rem;height:1rem;border-radius:50%;border:3px solid var(--line-strong);background:var(--page);z-index:1}
.route li:not(:last-child)::after{content:"";position:absolute;left:calc(.75rem - 1.5px);top:.8rem;bottom:-.6rem;border-left:3px solid var(--line-strong)}
.route .done::before{background:var(--primary-line);border-color:var(--primary-line)}
.route .done::after{border-color:var(--primary-line)!important}
.route .now::before{border-color:var(--primary-line);border-width:5px;width:1.5rem;height:1.5rem;left:0;top:0}
.route .now>b,.route .now>.t{font-weight:700}
.route .later{color:var(--ink-2)} .route .later::after{border-left-style:dotted}
.route .now::after{border-left-style:dotted!important}
.route .t{font-weight:600}
.route .amount{font-weight:700;font-variant-numeric:tabular-nums;white-space:nowrap;text-align:right}
.route small{grid-column:1/-1;font-size:var(--t-sm);color:var(--ink-2)}
details.more>summary{display:flex;align-items:center;gap:var(--s2);min-height:48px;cursor:pointer;font-weight:600;color:var(--primary-text);text-decoration:underline;text-underline-offset:.2em;text-decoration-thickness:1px;list-style:none}
details.more>summary::-webkit-details-marker{display:none}
details.more>summary .i{transition:transform var(--ease)} details.more[open]>summary .i{transform:rotate(180deg)}
@media (max-width:18em){.route li{grid-template-columns:1fr} .route .amount{text-align:left}}
input[type=radio],input[type=checkbox]{appearance:none;flex:none;width:1.75rem;height:1.75rem;margin:0;border:2px solid var(--line-strong);background:var(--page);cursor:pointer}
input[type=radio]{border-radius:50%}
input[type=radio]:checked{border:.55rem solid var(--primary-line)}
input[type=checkbox]{display:grid;place-content:center;border-radius:4px} input[type=checkbox]:checked{border-color:var(--primary-line);background:var(--primary-line)}
input[type=checkbox]:checked::before{content:"";width:1rem;height:1rem;background:var(--page);clip-path:polygon(14% 44%,0 65%,50% 100%,100% 16%,80% 0,43% 62%)}
.choices:not(:has(:checked)) .choice:has([placeholder]:not(:placeholder-shown)) [type=radio]{border:.55rem solid var(--primary-line)}
.input::placeholder{color:var(--ink-2);opacity:.7}
@media (forced-colors:active){input[type=radio],input[type=checkbox]{appearance:auto;width:1.5rem;height:1.5rem}}
.chart{display:grid;grid-template-columns:auto minmax(0,1fr);gap:var(--s1) var(--s2);margin-top:var(--s3);font-size:var(--t-sm);color:var(--ink-2);font-variant-numeric:tabular-nums}
.chart__y{display:flex;flex-direction:column;justify-content:space-between;text-align:right;line-height:1;margin-block:-.5em}
.chart svg{width:100%;height:clamp(9rem,24vw,11rem);overflow:visible}
.chart__x{grid-column:2;display:flex;justify-content:space-between}
.chart .grid{stroke:var(--line);stroke-width:1;vector-effect:non-scaling-stroke}
.chart .base{stroke:var(--line-strong);stroke-width:1.5;vector-effect:non-scaling-stroke}
.chart .area{fill:var(--primary-tint)} .chart .curve{fill:none;stroke:var(--primary-line);stroke-width:3;vector-effect:non-scaling-stroke;stroke-linejoin:round}
`;
