import { describe, expect, test } from 'vitest'
import { asGmail } from '../../../src/html/clients/gmail.ts'
import { evaluateMsoComments } from '../../../src/html/clients/mso-comments.ts'
import { asOutlook } from '../../../src/html/clients/outlook.ts'

const told = ({ changes }: ReturnType<typeof asGmail>) =>
  changes.map(({ code, subject, element, line, count }) =>
    [line, code, subject, element, count].join(' '),
  )

describe('Gmail', () => {
  test('a message that it takes whole stays byte for byte', () => {
    const html = `<!doctype html>\n<HTML><head><style>/* a{} */\n.a > b:hover , p{ COLOR:red }\n@media (max-width:600px){ .a{width:100% !important} }</style>
<body bgcolor=#fff><p style="Color:red;;">{{ nombre }} &amp; más<br><!-- note --></p>`
    expect(asGmail(html)).toEqual({ html, changes: [] })
  })

  test('its style rules lose what it does not know', () => {
    const view = asGmail(`<head><style>
.a{color:red;position:absolute}
a[href]{color:red}
[class~="b"]{color:red}
p::before{content:"}"}
@font-face{font-family:x;src:url(x)}
@media (prefers-color-scheme:dark){.a{color:#fff}}
@media (max-width:600px){.a{width:1px}.a:first-child{width:2px}}
</style></head>`)
    expect(view.html).toBe(`<head><style>.a{color:red}
[class~="b"]{color:red}
@media (max-width:600px){.a{width:1px}}</style></head>`)
    expect(told(view)).toEqual([
      '2 property_ignored position  1',
      '3 rule_removed a[href]  1',
      '5 rule_removed p::before  1',
      '6 rule_removed @font-face  1',
      '7 rule_removed @media (prefers-color-scheme:dark)  1',
      '8 rule_removed .a:first-child  1',
    ])
  })

  test('a style element goes as a whole: in the body, beyond 16 KB, and with an @ rule in an @ rule', () => {
    const long = `.a{color:red}/*${'x'.repeat(16 * 1024)}*/`
    const view = asGmail(
      `<head><style>a{}</style><style>${long}</style>\n<style>@media print{@page{margin:0}}</style></head><body><style>b{}</style><p>`,
    )
    expect(view.html).toBe('<head><style>a{}</style>\n</head><body><p>')
    expect(told(view)).toEqual(['1 style_too_long <style>  2', '2 style_in_body <style>  1'])
    const nested = asGmail('<style>@media print{@page{margin:0}}</style><p>')
    expect(nested.html).toBe('<p>')
    expect(told(nested)).toEqual(['1 style_nested @media print  1'])
  })

  test('elements, attributes and declarations are removed, and equal ones counted', () => {
    const view = asGmail(`<p style="position:relative;color:red;margin:0 0 -4px">a</p>
<p style='position:relative;background:url("a;b.png")'>b</p>
<p style="color:rgb(0 0 0 / 1)">c</p>
<svg><circle/></svg><picture><source srcset="a.webp"><img src="a.png" srcset="b.png 2x" alt="1 &lt; 2"></picture>
<img src="data:image/png;base64,aa">`)
    expect(view.html).toBe(`<p style="color:red">a</p>
<p style="background:url(&quot;a;b.png&quot;)">b</p>
<p>c</p>
<u><u><img src="a.png" alt="1 &lt; 2"></u>
<img src="">`)
    expect(told(view)).toEqual([
      '1 property_ignored position <p> 2',
      '1 value_ignored margin: 0 0 -4px <p> 1',
      '3 style_attribute_removed style <p> 1',
      '4 element_removed <svg>  1',
      '4 element_replaced <picture>  1',
      '4 element_replaced <source>  1',
      '4 attribute_ignored srcset <img> 1',
      '5 image_format data: <img> 1',
    ])
  })

  test('a long message is cut at 102 KB, before a tag that is not whole', () => {
    const row = `<tr><td>${'ñ'.repeat(45)}</td></tr>\n`
    const view = asGmail(`<table>${row.repeat(1000)}</table>`)
    const bytes = Buffer.byteLength(view.html)
    expect(bytes).toBeLessThanOrEqual(102 * 1024)
    expect(bytes).toBeGreaterThan(102 * 1024 - 120)
    expect(view.html).not.toMatch(/<[^>]*$|\ufffd/)
    const [cut] = view.changes
    expect(cut).toMatchObject({ code: 'cut', element: expect.stringMatching(/^<t[dr]>$/) })
    expect(cut?.line).toBeGreaterThan(900)
    expect(asGmail(row.repeat(100)).changes).toEqual([])
  })
})

describe('Outlook for Windows', () => {
  test.each([
    ['<!--[if mso]>A<![endif]-->B', 'AB'],
    ['<!--[if !mso]><!-->A<!--<![endif]-->B', 'B'],
    ['<![if !mso]>A<![endif]>B', 'B'],
    ['<!--[if gte mso 9]>A<![endif]--><!--[if lt mso 12]>B<![endif]-->', 'A'],
    ['<!--[if (gte mso 9)|(IE)]>A<![endif]--><!--[if IE]>B<![endif]-->', 'A'],
    ['<!--[if mso & !vml]>A<![endif]--><!--[if mso 16]>B<![endif]-->', 'B'],
    ['<!-- A --><!--[if mso]>\nB\n<![endif]-->', '<!-- A -->\nB\n'],
    ['<!--[if !mso]>-->A<!--<![endif]-->B', 'B'],
  ])('the comment %s', (html, shown) => {
    const evaluated = evaluateMsoComments(html)
    expect(evaluated).toHaveLength(html.length)
    expect(evaluated.replace(/ (?!A)|(?<!A) /g, '')).toBe(shown.replace(/ (?!A)|(?<!A) /g, ''))
  })

  test('what Word ignores depends on the element', () => {
    const view =
      asOutlook(`<table style="max-width:600px;width:100%;padding:4px"><tr><td style="padding:8px;border-radius:4px">
<div style="max-width:300px;width:50%;padding:8px;background:#fff url(a.png)">a</div>
<p style="margin:0 auto;color:red !important;line-height:1.5">b</p>
<a href="#" style="display:inline-block;padding:8px;color:red">c</a>
<a href="#" style="mso-hide:all;padding:8px">d</a></td></tr></table><img src="a.webp" width="10">`)
    expect(view.html).toBe(`<table style="max-width:600px;width:100%"><tr><td style="padding:8px">
<div style="background-color:#fff">a</div>
<p style="line-height:1.5">b</p>
<a href="#" style="color:red">c</a>
</td></tr></table><img src="" width="10">`)
    expect(told(view)).toEqual([
      '1 property_ignored padding <table> 1',
      '1 property_ignored border-radius <td> 1',
      '2 property_ignored max-width <div> 1',
      '2 property_ignored width <div> 1',
      '2 property_ignored padding <div> 1',
      '2 value_ignored background: url() / gradient() <div> 1',
      '3 value_ignored margin: 0 auto <p> 1',
      '3 value_ignored !important <p> 1',
      '4 value_ignored display: inline-block <a> 1',
      '4 property_ignored padding <a> 1',
      '5 image_format .webp <img> 1',
    ])
  })

  test('a style sheet loses media queries and the selectors that Word does not know', () => {
    const view = asOutlook(`<style>@import url(a.css);
td{padding:8px;border-radius:4px}
td > p, a:hover{color:red}
a:hover, p{color:red}
@media (max-width:600px){td{width:100%}}
</style>`)
    expect(view.html).toBe(`<style>@import url(a.css);
td{padding:8px}
a:hover, p{color:red}</style>`)
    expect(told(view)).toEqual([
      '2 property_ignored border-radius  1',
      '3 rule_removed td > p, a:hover  1',
      '5 rule_removed @media (max-width:600px)  1',
    ])
  })
})
