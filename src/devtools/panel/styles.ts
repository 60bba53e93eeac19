/** The styles of the button and the panel. They are in a shadow root, so the styles of the page do not mix with them. */
export const STYLES = `
:host {
  all: initial !important;
  position: fixed !important;
  inset: 0 !important;
  display: block !important;
  inline-size: 0 !important;
  block-size: 0 !important;
  overflow: visible !important;
  z-index: 2147483647 !important;
  --surface: #fff;
  --raised: #f2f4f6;
  --text: #1b2127;
  --quiet: #535d68;
  --line: #8a949e;
  --accent: #0b5cad;
  --on-accent: #fff;
  --bad: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :host {
    --surface: #16191d;
    --raised: #23282e;
    --text: #eceff2;
    --quiet: #b4bcc5;
    --line: #77818c;
    --accent: #8ec1ff;
    --on-accent: #0b1a2b;
    --bad: #ffb4ab;
  }
}
/* The browser finds a backdrop over the whole page, which hides the choice from the kit. */
:host::backdrop { display: none !important; }
* { box-sizing: border-box; }
.toggle, .panel {
  position: fixed;
  color-scheme: light dark;
  font: 13px/1.5 system-ui, sans-serif;
  color: var(--text);
  background: var(--surface);
  border: 1px solid var(--line);
}
.toggle {
  min-block-size: 32px;
  padding: 4px 12px;
  border-radius: 16px;
  font-weight: 600;
}
.panel {
  display: flex;
  flex-direction: column;
  inline-size: min(440px, calc(100vw - 16px));
  max-block-size: min(560px, calc(100dvh - 16px - var(--top, 0px) - var(--bottom, 0px)));
  border-radius: 8px;
  direction: ltr;
  text-align: start;
}
[data-corner^='bottom'] { bottom: calc(8px + var(--bottom, 0px)); }
[data-corner^='top'] { top: calc(8px + var(--top, 0px)); }
[data-corner$='left'] { left: 8px; }
[data-corner$='right'] { right: 8px; }
header, .bar { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; }
header { justify-content: space-between; padding: 8px 12px 0; }
[role='tablist'] { display: flex; flex-wrap: wrap; padding: 4px 8px 0; border-block-end: 1px solid var(--line); }
[role='tab'] { min-block-size: 32px; padding: 4px 10px; border: 0; border-block-end: 3px solid transparent; background: none; color: var(--text); }
.panel [role='tab'][aria-selected='true'] { border-color: var(--accent); font-weight: 600; }
[role='tabpanel'] { flex: 1; min-block-size: 0; overflow: auto; overscroll-behavior: contain; padding: 8px 12px 12px; }
h2, h3, p { margin: 0; }
h2 { font-size: 14px; }
h3 { margin-block: 12px 4px; font-size: 13px; }
h3:first-child { margin-block-start: 0; }
p { margin-block-end: 6px; }
.quiet { color: var(--quiet); }
.bad { color: var(--bad); }
dl { display: grid; grid-template-columns: 96px 1fr; gap: 2px 12px; margin: 0; }
dt { color: var(--quiet); }
dd { margin: 0; overflow-wrap: anywhere; }
ol, ul { margin: 0; padding-inline-start: 18px; }
li { overflow-wrap: anywhere; }
table { inline-size: 100%; border-collapse: collapse; }
th, td { padding: 2px 6px 2px 0; text-align: start; vertical-align: top; overflow-wrap: anywhere; }
th { color: var(--quiet); font-weight: 400; }
td { font-variant-numeric: tabular-nums; }
td:not(:nth-child(2)) { white-space: nowrap; }
.panel :is(button, select, input) { font: inherit; color: inherit; }
button { cursor: pointer; }
button, a { touch-action: manipulation; }
.bar > button, header > button, select, input {
  min-block-size: 28px;
  padding: 2px 8px;
  border: 1px solid var(--line);
  border-radius: 4px;
  background: var(--raised);
}
.panel button:disabled { cursor: not-allowed; color: var(--quiet); border-style: dashed; }
.field { display: grid; grid-template-columns: minmax(88px, auto) 1fr; align-items: center; gap: 8px; margin-block-end: 6px; }
.field :is(select, input) { min-inline-size: 0; inline-size: 100%; }
.person { display: flex; gap: 8px; }
a { color: var(--accent); }
code { font: 12px/1.5 ui-monospace, monospace; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
@media print { :host { display: none !important; } }
`
