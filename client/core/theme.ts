import { createGlobalStyle } from 'styled-components';

/**
 * Styles of all brands. The server adds the variables of one brand, such as --primary, in another style element
 * (server/core/branding/brandingCss.ts).
 */
const LIGHT = `
  --page:#fff; --surface:#f4f6f7; --ink:#14181c; --ink-2:#434b54; --line:#d8dde1; --line-strong:#69727b; --scrim:rgb(10 14 18/.55);
  --error:#b00020; --error-tint:#fdeef0; --success:#0a6638; --success-tint:#e8f6ee;
  --warning:#854a00; --warning-tint:#fff4de; --info:#0b4f9e; --info-tint:#eaf2fc; --hatch:#afb1b2;`;
const DARK = `
  --page:#101418; --surface:#1a2026; --ink:#f2f5f7; --ink-2:#bcc5cd; --line:#46515b; --line-strong:#8b96a0; --scrim:rgb(0 0 0/.7);
  --error:#ff9aa5; --error-tint:#361519; --success:#74d79f; --success-tint:#102b1d;
  --warning:#ffc46b; --warning-tint:#33250a; --info:#93c4ff; --info-tint:#11263f; --hatch:#5d6164;`;

const createStyle = () => createGlobalStyle`
:root{
  color-scheme:light dark;
  --font:-apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",Arial,sans-serif;
  --mono:ui-monospace,SFMono-Regular,Menlo,"Roboto Mono","Liberation Mono",monospace;
  --t-sm:.9rem; --t-md:1.125rem; --t-lg:clamp(1.1875rem,.95rem + 1.1vw,1.3125rem);
  --t-xl:clamp(1.375rem,1rem + 2.6vw,1.75rem); --t-2xl:clamp(1.75rem,1.1rem + 4vw,2.25rem);
  --t-3xl:min(clamp(2.25rem,1rem + 9.5vw,3.5rem),15vw);
  --s1:.25rem; --s2:.5rem; --s3:.75rem; --s4:1rem; --s5:1.5rem; --s6:2rem; --s7:3rem;
  --gutter:clamp(16px,5vw,24px); --target:48px; --radius:6px; --radius-lg:10px; --measure:36rem;
  --ease:300ms cubic-bezier(.2,0,0,1); --data:var(--primary); --money:var(--ink);${LIGHT}
}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${DARK}}}
:root[data-theme=dark]{color-scheme:dark;${DARK}}
:root[data-theme=light]{color-scheme:light}
*,*::before,*::after{box-sizing:border-box}
html{font-size:106.25%;-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-padding-block:1rem 11rem}
@media (min-width:40em){html{font-size:112.5%}}
body{margin:0;background:var(--page);color:var(--ink);font:400 1rem/1.5 var(--font);overflow-wrap:anywhere;
  -webkit-font-smoothing:antialiased}
body,#page{display:flex;flex-direction:column;min-height:100vh;min-height:100dvh}
h1,h2,h3,p,dl,dd,ul,ol,figure,table,fieldset,legend{margin:0;padding:0}
fieldset{border:0;min-width:0}
ul,ol{list-style:none}
h1{font-size:var(--t-xl);line-height:1.2;font-weight:700;letter-spacing:-.012em;text-wrap:balance}
h2{font-size:var(--t-lg);line-height:1.25;font-weight:700;letter-spacing:-.006em;text-wrap:balance}
h3{font-size:1rem;line-height:1.35;font-weight:700}
h1,h2,button,dt,label{hyphens:auto;hyphenate-limit-chars:12 5 4}
@media (max-width:21em){body{hyphens:auto;hyphenate-limit-chars:10 4 4}a[href^=mailto],code,[lang=""]{hyphens:manual}}
h1:focus{outline:0}
strong,b{font-weight:700}
a{color:var(--primary-text);text-decoration:underline;text-decoration-thickness:1px;text-underline-offset:.2em}
a:hover{text-decoration-thickness:3px}
:focus-visible{outline:3px solid var(--ink);outline-offset:3px;border-radius:var(--radius)}
img,svg{display:block}
[data-going]::after{content:"";position:fixed;inset:0 0 auto;z-index:10;height:3px;background:var(--primary);transform-origin:0 0;
  animation:going 8s .3s cubic-bezier(.1,.7,.2,1) both}
@keyframes going{from{transform:scaleX(0)}to{transform:scaleX(.9)}}
::view-transition-group(*){animation-duration:300ms;animation-timing-function:cubic-bezier(.2,0,0,1)}
@media (prefers-reduced-motion:reduce){
  *,*::before,*::after{animation:none!important;transition:none!important;scroll-behavior:auto!important}
}
@media (prefers-contrast:more){:root{--line:var(--line-strong);--ink-2:var(--ink)}}
@media print{
  @page{size:A4;margin:15mm}
  :root,:root:not([data-theme=light]),:root[data-theme=dark]{
    --page:#fff;--surface:#fff;--ink:#000;--ink-2:#222;--line:#999;--line-strong:#000;--success:#000;--primary-tint:#fff;color-scheme:light}
  html{font-size:10.5pt}
  body,#page{display:block}
  a{color:#000;text-decoration:none}
}
`;

/** Rendered only on the server. Browsers take the styles from the document, so their scripts do not contain them. */
export const GlobalStyle = /* @__PURE__ */ createStyle();
