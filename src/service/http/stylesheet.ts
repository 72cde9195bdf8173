import { createHash } from 'node:crypto'

/** The backgrounds of text: sections and the page. */
export const grounds = {
  light: ['#ffffff', '#f4f5f7'],
  dark: ['#1b1f24', '#101317'],
} as const

/** The style of our own pages: system fonts, one accent colour, light and dark, and print. */
export const stylesheet = `
:root { color-scheme: light dark; --ink: #1f2328; --quiet: #59636e; --paper: ${grounds.light[0]}; --ground: ${grounds.light[1]}; --line: #8b949e; --rule: #d9dde2; --accent: #0b57d0; --fill: #0b57d0; --on-fill: #fff; --error: #b3261e; --done: #12653a }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e8eb; --quiet: #a5adb8; --paper: ${grounds.dark[0]}; --ground: ${grounds.dark[1]}; --line: #7d8590; --rule: #333a42; --accent: #8ab4f8; --fill: #8ab4f8; --on-fill: #10233f; --error: #ffb4ab; --done: #7ddba3 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
main { max-width: 34rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem }
main.wide { max-width: 60rem }
body > header, body > footer { max-width: 34rem; margin: 0 auto; padding: 1.5rem 1.25rem 0 }
body > header + main { padding-top: 1.25rem }
body > header a { text-decoration: none; color: inherit }
header strong { font-size: 1.1rem }
header img { display: block; max-width: 100%; max-height: 4rem }
main:has(+ footer) { padding-bottom: 1rem }
body > footer { padding: 0 1.25rem 3rem; color: var(--quiet); font-size: .875rem }
footer p { margin: 0 0 .5rem }
section { background: var(--paper); border: 1px solid var(--rule); border-radius: .75rem; padding: 1.5rem; margin: 0 0 1.25rem }
h1 { font-size: 1.6rem; line-height: 1.25; letter-spacing: -.01em; margin: 0 0 1rem; text-wrap: balance }
h2 { font-size: 1.1rem; margin: 0 0 1rem }
p { margin: 0 0 1rem }
form + p { margin-top: 1rem }
section > :last-child, form > :last-child, fieldset > :last-child { margin-bottom: 0 }
small, .quiet { color: var(--quiet); font-size: .875rem; font-weight: normal }
a { color: var(--accent); text-underline-offset: .15em }
label, legend { font-weight: 600 }
fieldset label, label:has(> [type=checkbox]) { display: flex; align-items: baseline; gap: .5rem; font-weight: normal; padding: .2rem 0 }
fieldset { border: 0; padding: 0; margin: 0 0 1rem; min-width: 0 }
legend { padding: 0; margin: 0 0 .25rem }
input:not([type=checkbox], [type=radio]), select, textarea { display: block; width: 100%; margin-top: .3rem; padding: .55rem .7rem; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: .5rem }
[type=checkbox], [type=radio] { flex: none; width: 1.1rem; height: 1.1rem; margin: 0; translate: 0 .15rem; accent-color: var(--accent) }
button { font: inherit; font-weight: 600; padding: .6rem 1.2rem; border: 1px solid var(--accent); border-radius: .5rem; background: var(--fill); color: var(--on-fill); cursor: pointer }
button.plain { background: none; color: var(--accent) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
[aria-invalid] { border-color: var(--error) !important }
strong[id$=-error], [role=alert] { display: block; color: var(--error); font-weight: 600; margin-top: .3rem }
[role=status] { color: var(--done); font-weight: 600 }
ul.plain { list-style: none; margin: 0; padding: 0 }
ul.plain > li { padding: .75rem 0; border-top: 1px solid var(--rule) }
ul.plain > li:first-child { border-top: 0; padding-top: 0 } ul.plain > li:last-child { padding-bottom: 0 }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 0 0 1rem }
nav [aria-current] { color: inherit; font-weight: 600; text-decoration: none }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .25rem 1rem; margin: 0 0 1rem }
dt { color: var(--quiet) } dd { margin: 0 }
pre { margin: 0; white-space: pre-wrap; font: .875rem/1.5 ui-monospace, monospace }
iframe { display: block; width: 100%; height: 70vh; border: 1px solid var(--rule); border-radius: .5rem; background: #fff }
@media (prefers-color-scheme: dark) { header img { background: #fff; padding: .4rem; border-radius: .4rem } }
@media print {
:root { color-scheme: light; --ink: #000; --quiet: #333; --paper: #fff; --ground: #fff; --line: #666; --rule: #ccc; --accent: #000; --error: #000; --done: #000 }
body > header, main, main.wide, body > footer { max-width: none; padding: 0 0 1rem }
section { border: 0; padding: 0 }
button, nav { display: none }
header img { background: none; padding: 0 }
}
`

/** Allows exactly this stylesheet in the Content-Security-Policy. */
export const stylesheetHash = `'sha256-${createHash('sha256').update(stylesheet).digest('base64')}'`
