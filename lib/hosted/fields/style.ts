/** The style of the fields. Merchants set the custom properties that have no value here. */
export const STYLE = `
:root{color-scheme:light;--i:#171b26;--l:#4a5162;--p:#6d7587;--b:#fff;--n:#8b93a5;--f:#2f4fd0;--e:#b3261e}
:root[data-theme=dark]{color-scheme:dark;--i:#eef0f5;--l:#b7becd;--p:#98a1b4;--b:#181c25;--n:#6b7488;--f:#9db1ff;--e:#ff9d94}
:root[data-theme=auto]{color-scheme:light dark}
@media (prefers-color-scheme:dark){:root[data-theme=auto]{--i:#eef0f5;--l:#b7becd;--p:#98a1b4;--b:#181c25;--n:#6b7488;--f:#9db1ff;--e:#ff9d94}}
*{box-sizing:border-box}
html,body{margin:0;background:transparent;overflow:hidden}
body{color:var(--color-text,var(--i));font:var(--font-weight,400) var(--font-size,16px)/1.4 var(--font-family,ui-sans-serif,system-ui,sans-serif)}
form{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:var(--gap,14px);padding:4px}
.wide{grid-column:1/-1}
label{display:block;margin-bottom:6px;color:var(--color-label,var(--l));font-size:var(--label-size,14px);font-weight:var(--label-weight,500)}
[data-labels=hidden] label,.sr{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.field{position:relative;display:block}
input{display:block;width:100%;margin:0;padding:var(--padding-y,10px) var(--padding-x,12px);color:inherit;background:var(--color-background,var(--b));border:var(--border-width,1px) solid var(--color-border,var(--n));border-radius:var(--border-radius,6px);font:inherit;font-variant-numeric:tabular-nums;appearance:none;transition:border-color .12s,box-shadow .12s}
input::placeholder{color:var(--color-placeholder,var(--p));opacity:1}
input:focus{outline:2px solid transparent;border-color:var(--color-focus,var(--f));box-shadow:0 0 0 3px color-mix(in srgb,var(--color-focus,var(--f)) 30%,transparent)}
input[aria-invalid=true]{border-color:var(--color-error,var(--e))}
#brand:empty{display:none}
.field:has(#brand:not(:empty)) input{padding-right:5.75em}
#brand{position:absolute;inset:0 var(--padding-x,12px) 0 auto;display:flex;align-items:center;color:var(--color-label,var(--l));font-size:.75em;font-weight:600;pointer-events:none}
@media (max-width:259px){.field:has(#brand) input{padding-right:var(--padding-x,12px)}#brand{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}}
.error{margin:6px 0 0;color:var(--color-error,var(--e));font-size:.875em;line-height:1.35}
.error:empty{display:none}
@media (max-width:219px){form{grid-template-columns:1fr}}
@media (prefers-reduced-motion:reduce){*{transition:none!important}}
`;
