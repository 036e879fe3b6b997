/** Of the shadow root. Pages set the variables, or style the parts. */
export const STYLE = `
:host{display:inline-block;font:var(--drape-font,inherit)}
:host([hidden]){display:none}
*{box-sizing:border-box}
button,.file{font:inherit;cursor:pointer;min-height:2.75rem;padding:.5rem 1.25rem;border-radius:var(--drape-radius,.6rem);border:1px solid var(--drape-accent,#1c1b1a);background:var(--drape-surface,#fff);color:var(--drape-accent,#1c1b1a)}
button.main,.file.main{background:var(--drape-accent,#1c1b1a);color:var(--drape-on-accent,#fff)}
button:focus-visible,input:focus-visible,a:focus-visible,.file:focus-within{outline:3px solid var(--drape-focus,#2563eb);outline-offset:2px}
button.plain{justify-self:start;margin-block:-.4rem;border:0;background:none;text-decoration:underline;padding-inline:0}
a{color:var(--drape-accent,inherit)}
dialog{width:min(34rem,100vw);max-width:100vw;max-height:100dvh;margin:auto;padding:0;border:0;border-radius:calc(var(--drape-radius,.6rem)*1.6);background:var(--drape-surface,#fff);color:var(--drape-text,#1c1b1a);box-shadow:0 1.5rem 4rem #0004;font:var(--drape-font,400 1rem/1.5 system-ui,sans-serif);text-align:left}
dialog[dir=rtl]{text-align:right}
dialog :is(h2,h3,p,label,span,a,button){unicode-bidi:plaintext}
dialog.wide{width:min(64rem,100vw);scroll-padding-block-end:10rem}
dialog::backdrop{background:#000a}
header{display:flex;align-items:center;gap:.5rem;padding:.75rem 1.25rem;border-bottom:1px solid #0002}
[hidden]{display:none!important}
h2{flex:1;margin:0;font-size:1.15rem}
header button{min-width:2.75rem;padding:0;border:0;font-size:1.5rem;line-height:1}
.body{padding:1.25rem;display:grid;gap:1rem;overflow:auto}
p{margin:0}
p:empty{display:none}
.soft{color:var(--drape-soft,#5d5a56);font-size:.9rem}
.row{display:flex;flex-wrap:wrap;gap:.75rem;align-items:center;align-content:start}
.consent{display:grid;grid-template-columns:auto 1fr;gap:.75rem;font-size:.9rem}
.consent input,.choice input{width:1.35rem;height:1.35rem;margin:.1rem 0 0;accent-color:var(--drape-accent,#1c1b1a)}
.file{position:relative;display:inline-grid;place-items:center;overflow:hidden}
.file input{position:absolute;inset:0;opacity:0;cursor:pointer}
.picture,.compare{position:relative;max-height:62dvh;margin-inline:auto;border-radius:var(--drape-radius,.6rem);overflow:hidden;background:#0001}
.picture canvas,.picture video{display:block;max-width:100%;max-height:62dvh}
.picture video{transform:scaleX(-1);min-height:12rem}
.camera{display:grid;place-items:center;width:min(100%,20rem);aspect-ratio:3/4}
.camera video{position:absolute}
.starting{position:relative;padding:1rem}
.outline path{vector-effect:non-scaling-stroke}
.outline{position:absolute;inset:4%;width:92%;height:92%;fill:none;stroke:#fff;stroke-width:2px;filter:drop-shadow(0 0 1px #000) drop-shadow(0 0 1px #000) drop-shadow(0 0 2px #0008)}
.count{position:absolute;inset:0;display:grid;place-items:center;font-size:6rem;color:#fff;text-shadow:0 0 .5rem #000}
.compare img,.compare canvas{display:block;max-width:100%;max-height:62dvh;width:auto;height:auto}
.compare canvas{position:absolute;inset:0;width:100%;height:100%;max-height:none;clip-path:inset(0 calc(100% - var(--at,50%)) 0 0)}
.compare::after{content:"";position:absolute;inset-block:0;left:calc(var(--at,50%) - 1px);width:2px;background:#fff;box-shadow:0 0 4px #000;pointer-events:none}
.grip{position:absolute;z-index:1;top:50%;left:var(--at,50%);width:2.5rem;height:2.5rem;padding:.4rem;transform:translate(-50%,-50%);border-radius:50%;background:#fff;box-shadow:0 0 4px #000;fill:none;stroke:#1c1b1a;stroke-width:2;stroke-linecap:round;stroke-linejoin:round;pointer-events:none}
.compare input{position:absolute;inset:0;z-index:2;width:100%;height:100%;margin:0;appearance:none;-webkit-appearance:none;background:none;border-radius:inherit;cursor:ew-resize}
.compare input::-webkit-slider-thumb{-webkit-appearance:none;width:1px;height:1px}
.compare input::-moz-range-thumb{width:1px;height:1px;border:0;background:none}
.compare input::-moz-range-track{background:none}
.compare input:focus-visible{outline-offset:-3px;box-shadow:inset 0 0 0 5px #fff}
.tag{position:absolute;bottom:.5rem;padding:.1rem .6rem;border-radius:1rem;background:#000a;color:#fff;font-size:.8rem}
.tag.start{left:.5rem}.tag.end{right:.5rem}
.gone{visibility:hidden}
progress{width:100%;height:.6rem;accent-color:var(--drape-accent,#1c1b1a)}
.problem{padding:.75rem 1rem;border-radius:var(--drape-radius,.6rem);border:1px solid #b3402e;color:#8f2f20;background:#fdf3f1}
.advice{display:grid;gap:.75rem}
.size{font-size:1.15rem;font-weight:600}
form{display:flex;flex-wrap:wrap;gap:.75rem;align-items:end}
label.field{display:grid;gap:.25rem;font-size:.9rem}
label.field input{font:inherit;width:5.5rem;min-width:100%;min-height:2.75rem;padding:.25rem .6rem;border:1px solid #8a8681;border-radius:var(--drape-radius,.6rem);background:inherit;color:inherit;appearance:textfield;-moz-appearance:textfield}
label.field input::-webkit-inner-spin-button{-webkit-appearance:none;margin:0}
.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(11rem,1fr));gap:1rem;list-style:none;margin:0;padding:0}
.grid li{display:grid;gap:.5rem;align-content:start;min-width:0}
.grid span{overflow-wrap:anywhere;hyphens:auto}
.grid .problem{display:grid;place-items:center;padding:.6rem;font-size:.85rem;line-height:1.35;text-align:center}
.grid img{width:100%;height:auto;border-radius:var(--drape-radius,.6rem)}
.grid .chosen img{outline:3px solid var(--drape-accent,currentColor);outline-offset:2px}
.choice{display:flex;gap:.75rem;align-items:start;min-height:2.75rem;padding-block:.5rem}
.choice input{flex:none}
.choice~.soft{margin-block-start:-.75rem}
.choice:has(:enabled){cursor:pointer}
.wide .body{overflow:visible}
.body,.bar{background:inherit;border-radius:inherit}
.bar{position:sticky;bottom:0;display:grid;gap:.75rem;margin-inline:-1.25rem;padding:.75rem 1.25rem;border-top:1px solid #8886;border-radius:0}
.pieces{display:grid;gap:.75rem;list-style:none;margin:0;padding:0}
.pieces li{display:grid;gap:.25rem;align-content:start;min-width:0;overflow-wrap:anywhere}
h3,.pieces .size{margin:0;font-size:1rem}
@media (min-width:48rem){.wide .body:has(>.compare){grid-template:auto auto 1fr/fit-content(60%) 1fr;column-gap:2rem}.wide .compare{grid-row:1/span 3}}
.wait,.grid .problem{aspect-ratio:var(--form,2/3)}
.wait{border-radius:var(--drape-radius,.6rem);background:#0001;animation:pulse 1.4s ease-in-out infinite}
@keyframes pulse{50%{opacity:.45}}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media (prefers-reduced-motion:reduce){*{animation:none!important;transition:none!important}}
@media (prefers-color-scheme:dark){:host(:not([light])) dialog{background:var(--drape-surface,#211f1d);color:var(--drape-text,#f0ede8)}:host(:not([light])) dialog :is(button,.file){background:var(--drape-surface,#211f1d);color:var(--drape-accent,#f0ede8);border-color:var(--drape-accent,#f0ede8)}:host(:not([light])) dialog :is(button.main,.file.main){background:var(--drape-accent,#f0ede8);color:var(--drape-on-accent,#1c1b1a)}:host(:not([light])) .soft{color:var(--drape-soft,#b5afa7)}:host(:not([light])) header{border-color:#fff3}:host(:not([light])) input[type=checkbox]{accent-color:var(--drape-accent,#f0ede8)}}
@media (max-width:40rem){.grid{grid-template-columns:repeat(auto-fill,minmax(8rem,1fr))}dialog{width:100vw;height:100dvh;max-height:100dvh;border-radius:0}}
`;
