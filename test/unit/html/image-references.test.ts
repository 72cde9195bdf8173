import fc from 'fast-check'
import { expect, test } from 'vitest'
import { imageReferences, replaceAddresses } from '../../../src/html/image-references.ts'

const addressesIn = (html: string) => imageReferences(html).map(({ address }) => address)

test.each([
  ['an attribute', '<img alt="x" src="a.png">', ['a.png']],
  ['without quotes', '<IMG SRC=a.png width=3>', ['a.png']],
  ['with spaces', "<img src = ' my photo.png '>", ['my photo.png']],
  ['with entities', '<img src="a&amp;b&#233;.png">', ['a&bé.png']],
  ['a background', '<td background="b.gif"><body background=c.gif>', ['b.gif', 'c.gif']],
  ['a style', '<td style="color:red;background:url(b.png) no-repeat">', ['b.png']],
  ['quotes in a style', `<td style="background:url('my b.png')">`, ['my b.png']],
  ['entities in a style', '<td style="background:url(&quot;b.png&quot;)">', ['b.png']],
  ['a style sheet', '<style>.a{background-image:url( "c.png" )}</style>', ['c.png']],
  ['other loads', '<style>@import url(x.css);@font-face{src:url(f.woff)}</style>', []],
  ['text that looks like it', '<p>url(a.png) src="b.png"</p><!-- <img src="c.png"> -->', []],
  ['a source set', '<img srcset="a.png 1x, b.png 2x">', ['a.png', 'b.png']],
  ['one with widths', '<source srcset="a.png 600w,b.png 1200w">', ['a.png', 'b.png']],
  [
    'Outlook',
    '<!--[if gte mso 9]><v:rect fill="t"><v:fill type="frame" src="v.png"/></v:rect><![endif]-->',
    ['v.png'],
  ],
  ['others than Outlook', '<!--[if !mso]><!--><img src="n.png"><!--<![endif]-->', ['n.png']],
  ['MJML', '<mj-image src="m.png" /><mj-section background-url="s.png">', ['m.png', 's.png']],
  ['merge tags', `<img alt="{{ a | default: "b" }}" src="a.png"><img src="{{ foto }}">`, ['a.png']],
  ['scripts and frames', '<script src="a.js"></script><iframe src="b.html"></iframe>', []],
])('the address of an image is found: %s', (_, html, expected) => {
  expect(addressesIn(html)).toEqual(expected)
})

test('nothing but addresses changes', () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom('<img src="a.png">', '<td background=b.png>', '<!--[if mso]>', '<![endif]-->'),
    fc.constantFrom('<p style="background:url(', "'c.png'", ')">', '{{ x }}', '"', '\r\n', 'é'),
  )
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const html = pieces.join('')
      const found = imageReferences(html)
      const marked = replaceAddresses(html, found, ({ start }) => `https://e.example/${start}`)
      let back = marked
      for (const { start, end } of found) {
        back = back.replace(`https://e.example/${start}`, () => html.slice(start, end))
      }
      expect(back).toBe(html)
      expect(replaceAddresses(html, found, () => undefined)).toBe(html)
    }),
  )
})
