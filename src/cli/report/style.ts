/** The style of the report: light, dark, narrow and printed. */
export const style = `
:root { color-scheme: light dark; --ink: #1f2328; --quiet: #59636e; --paper: #fff; --ground: #f4f5f7; --rule: #d9dde2; --opens: #0b57d0; --clicks: #b3440c; --bar: #0b57d0; --good: #12653a; --bad: #b3261e }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e8eb; --quiet: #a5adb8; --paper: #1b1f24; --ground: #111418; --rule: #333a42; --opens: #8ab4f8; --clicks: #ffb27a; --bar: #8ab4f8; --good: #7ddba3; --bad: #ffb4ab } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
main { max-width: 58rem; margin: 0 auto; padding: 2rem 1rem 3rem }
header p, .quiet { color: var(--quiet) }
.quiet { font-size: .875rem }
h1 { font-size: 1.75rem; line-height: 1.25; margin: 0 0 .25rem }
h2 { font-size: 1.15rem; margin: 0 0 1rem }
h3 { font-size: 1rem; margin: 1.5rem 0 .5rem }
p { margin: 0 0 .5rem }
section { background: var(--paper); border: 1px solid var(--rule); border-radius: .75rem; padding: 1.25rem; margin: 1.25rem 0 0 }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: 1rem; margin: 0 }
dl div { display: flex; flex-direction: column }
dt { color: var(--quiet); font-size: .875rem }
dd { margin: 0; font-size: 1.6rem; font-weight: 650; font-variant-numeric: tabular-nums }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums }
caption { text-align: left; color: var(--quiet); font-size: .875rem; padding: 0 0 .5rem }
th, td { text-align: right; padding: .4rem .5rem; border-bottom: 1px solid var(--rule); vertical-align: top }
th:first-child, td:first-child, .words { text-align: left }
thead th { color: var(--quiet); font-size: .875rem; font-weight: 500 }
tbody th { font-weight: 400 }
th:not(:first-child), td { overflow-wrap: normal } td { white-space: nowrap }
.funnel th { width: 10rem } .funnel td { width: 5rem } .funnel .bar { width: auto }
.bar span { display: block; height: 1.1rem; min-width: 2px; border-radius: 3px; background: var(--bar) }
.better { color: var(--good) } .worse { color: var(--bad) }
figure { margin: 0 }
figure svg { display: block; width: 100%; height: 12rem; border-bottom: 1px solid var(--rule) }
.scale { display: flex; justify-content: space-between; color: var(--quiet); font-size: .8rem; margin: .25rem 0 1rem }
.key { display: inline-block; margin-right: 1.25rem; font-size: .875rem }
.key::before { content: ""; display: inline-block; width: .8rem; height: .8rem; border-radius: 2px; margin-right: .4rem; background: currentColor }
.key.opens { color: var(--opens) } .key.clicks { color: var(--clicks) }
summary { cursor: pointer; color: var(--quiet) }
details[open] summary { margin-bottom: .5rem }
.message, .wide { overflow-x: auto }
.message { contain: layout paint; color-scheme: light; background: #fff; color: #000; border: 1px solid var(--rule); border-radius: .5rem }
:focus-visible { outline: 3px solid var(--opens); outline-offset: 2px }
@media (max-width: 40rem) { .funnel .bar { display: none } section { padding: 1rem } th, td { padding: .4rem .2rem; font-size: .875rem } thead th { font-size: .75rem } .funnel th { width: auto } }
@page { size: A4; margin: 14mm }
@media print {
  :root { color-scheme: light; --ink: #000; --quiet: #333; --paper: #fff; --ground: #fff; --rule: #ccc; --opens: #0b57d0; --clicks: #b3440c; --bar: #0b57d0; --good: #12653a; --bad: #b3261e }
  body { font-size: 10pt; print-color-adjust: exact; -webkit-print-color-adjust: exact }
  main { padding: 0; max-width: none }
  section { border: 0; border-top: 1px solid var(--rule); border-radius: 0; padding: 1rem 0 }
  section:not(.pages), tr, figure { break-inside: avoid }
  h2, h3 { break-after: avoid }
  details { display: none }
  .message { contain: none; overflow: visible }
}
`

/** The style around the message. It stands in a tree of its own, which the style above does not reach. */
export const messageStyle = `
:host { display: block; padding: .5rem; font: 16px/1.4 sans-serif; color: #000 }
a { color: #0b57d0; text-decoration: underline }
.remite-image { display: inline-block; box-sizing: border-box; max-width: 100%; padding: 4px 8px; background: #eef0f3; border: 1px dashed #6b7280; color: #374151; font: 13px/1.4 sans-serif }
.remite-clicks { all: initial; display: inline-block; margin: 0 4px; padding: 1px 7px; border-radius: 9px; background: #4b5563; color: #fff; font: 600 12px/1.5 system-ui, sans-serif; white-space: nowrap; vertical-align: middle; -webkit-print-color-adjust: exact; print-color-adjust: exact }
.remite-clicks.some { background: #0b57d0 }
.remite-clicks.most { background: #b3261e }
`
