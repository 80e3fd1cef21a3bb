/** Style sheet of the sandbox pages. It uses none of the product's design tokens, so that the pages look different. */
export const SANDBOX_STYLE = `
*{box-sizing:border-box}
:root{--page:#fff;--ground:#ececec;--ink:#111;--ink2:#444;--line:#555;--fill:#222;--on:#fff;--error:#a4001c}
@media (prefers-color-scheme:dark){:root{--page:#1b1b1b;--ground:#000;--ink:#eee;--ink2:#bbb;--line:#999;--fill:#eee;--on:#000;--error:#ff9aa5}}
html{font-size:106.25%}
body{margin:0;overflow-wrap:anywhere;background:var(--ground);color:var(--ink);font:400 1rem/1.5 -apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,"Noto Sans",Arial,sans-serif}
.strip{background:repeating-linear-gradient(135deg,#111 0 14px,#f5c400 14px 28px);padding:.45rem 16px}
.strip p{margin:0 auto;width:max-content;max-width:100%;background:#fff;color:#111;border:2px solid #111;padding:.25rem .75rem;font-size:.9rem;font-weight:600}
main{max-width:36rem;margin:0 auto;padding:0 16px 3rem}
.host{font:400 .9rem ui-monospace,Menlo,Consolas,monospace;margin:1rem 0}
.panel{background:var(--page);border:1px solid var(--line);padding:1.5rem clamp(16px,5vw,24px)}
h1{font-size:1.4rem;line-height:1.2;margin:0 0 .5rem}
h2{font-size:1.15rem;margin:2rem 0 .5rem}
.what{margin:0;color:var(--ink2)}
.label{margin:1.25rem 0 0;font-weight:600}
.amount{margin:.25rem 0 1.25rem;font-size:2rem;font-weight:700;line-height:1.1;font-variant-numeric:tabular-nums}
label{display:block;font-weight:600;margin:1rem 0 .25rem}
input{width:100%;min-height:52px;padding:.5rem .75rem;border:2px solid var(--line);background:var(--page);color:var(--ink);font-family:inherit;font-size:1.0625rem;font-variant-numeric:tabular-nums}
.two{display:grid;grid-template-columns:1fr 1fr;gap:1rem;align-items:end}
button,.button{display:flex;align-items:center;justify-content:center;width:100%;min-height:56px;margin-top:1rem;padding:.75rem;border:2px solid var(--line);background:var(--page);color:var(--ink);font-family:inherit;font-size:1.125rem;font-weight:700;line-height:1.2;text-decoration:none;text-align:center;cursor:pointer}
.primary{background:var(--fill);color:var(--on);border-color:var(--fill);margin-top:1.5rem}
:focus-visible{outline:3px solid var(--ink);outline-offset:3px}
.error{border-left:4px solid var(--error);padding:.5rem .75rem;color:var(--error);font-weight:600;margin:0 0 1rem}
dl{margin:0;font-size:.9rem}
dl div{display:grid;grid-template-columns:12em minmax(0,1fr);gap:0 1rem;padding:.5rem 0;border-top:1px solid var(--line)}
dt{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.85rem}
dd{margin:0}
@media (max-width:30em){.two,dl div{grid-template-columns:minmax(0,1fr)}.two{gap:0}}
`;
