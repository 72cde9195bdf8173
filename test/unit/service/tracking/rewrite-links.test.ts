import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { Liquid } from 'liquidjs'
import { expect, test } from 'vitest'
import { insertPixel, rewriteLinks } from '../../../../src/service/tracking/rewrite-links.ts'
import { startCpuTimer } from '../../../support/cpu-time.ts'

const rewrite = (html: string) => rewriteLinks(html, ({ position }) => `{{ click_${position} }}`)
const urls = (html: string) => rewrite(html).links.map(({ url }) => url)

test('a link is replaced by its tag and nothing else changes', () => {
  const { html, links } = rewrite('<p>Hola <a class=x href="https://shop.example/a">mira</a></p>')
  expect(html).toBe('<p>Hola <a class=x href="{{ click_0 }}">mira</a></p>')
  expect(links).toEqual([
    { position: 0, url: 'https://shop.example/a', source: 'https://shop.example/a' },
  ])
})

test.each([
  ['single quotes', `<a href='https://a.example/'>x</a>`, `<a href='{{ click_0 }}'>x</a>`],
  ['no quotes', '<a href=https://a.example/b>x</a>', '<a href={{ click_0 }}>x</a>'],
  ['capitals', '<A HREF="HTTPS://A.example/">x</A>', '<A HREF="{{ click_0 }}">x</A>'],
  ['white space', '<a\n href =\t" https://a.example "\n>', '<a\n href =\t"{{ click_0 }}"\n>'],
  [
    'another attribute after it',
    '<a href="http://a.example"title=x>',
    '<a href="{{ click_0 }}"title=x>',
  ],
  [
    'a map',
    '<map><area shape=rect href="http://a.example"/></map>',
    '<map><area shape=rect href="{{ click_0 }}"/></map>',
  ],
  [
    '> in an attribute',
    '<a title="a>b" href="http://a.example">',
    '<a title="a>b" href="{{ click_0 }}">',
  ],
  ['a broken tag before it', '<p <b><a href="http://a.example">', '<p <b><a href="{{ click_0 }}">'],
  ['< in the text', 'a < b <a href="http://a.example">', 'a < b <a href="{{ click_0 }}">'],
])('a link with %s is found', (_, html, expected) => {
  expect(rewrite(html).html).toBe(expected)
})

test.each([
  ['mailto', '<a href="mailto:ana@example.org">'],
  ['tel', '<a href="tel:+34600000000">'],
  ['sms', '<a href="sms:+34600000000">'],
  ['a fragment', '<a href="#top">'],
  ['an empty address', '<a href=""><a href>'],
  ['a script', '<a href="javascript:alert(1)">'],
  ['data', '<a href="data:text/html,https://a.example">'],
  ['a relative address', '<a href="/a"><a href="//a.example">'],
  [
    'the unsubscribe page',
    '<a href="{{ unsubscribe_url }}"><a href="{{unsubscribe_url}}?lang=es">',
  ],
  ['the subscription centre', '<a href="{{ subscription_url | escape }}">'],
  ['the web version', '<a href="https://r.example/?to={{ web_url | url_encode }}">'],
  [
    'a picture and a stylesheet',
    '<img src="https://a.example/i.png"><link href="https://a.example/c.css">',
  ],
  ['an attribute that only ends in href', '<a data-href="https://a.example/">'],
  ['a comment', '<!-- <A href="https://a.example/"> -->'],
  ['a script element', '<script>"<a href=https://a.example/>"</script>'],
  ['a style element', '<style><a href="https://a.example/"></style>'],
  [
    'a text area and a title',
    '<textarea><a href="https://a.example/"></textarea><title><a href="https://a.example/"></title>',
  ],
  ['the end of an element', '</a href="https://a.example/">'],
  ['an attribute that never ends', '<a href="https://a.example/'],
])('%s is not a tracked link', (_, html) => {
  expect(rewrite(html)).toEqual({ html, links: [] })
})

test('the same URL twice is two links', () => {
  const html = '<a href="https://a.example">logo</a> <a href="https://a.example">read</a>'
  expect(rewrite(html).links.map(({ position }) => position)).toEqual([0, 1])
})

test('the stored URL is what a browser would follow', () => {
  expect(urls('<a href="https://a.example/?a=1&amp;b=2&copy=3&#x2F;&eacute;">')).toEqual([
    'https://a.example/?a=1&b=2&copy=3/é',
  ])
  expect(urls('<a href="&#104;ttps://a.example/?q=&quot;x">')).toEqual(['https://a.example/?q="x'])
  expect(urls('<a href=" https://a.exam\n  ple/\tb ">')).toEqual(['https://a.exam  ple/b'])
})

test('single links may be skipped, and positions have no gaps', () => {
  const html =
    '<a href="https://a.example"><a href="https://b.example"><a href="https://c.example">'
  const { links } = rewriteLinks(html, ({ url }) => (url.includes('b.') ? undefined : 'x'))
  expect(links.map(({ position, url }) => [position, url])).toEqual([
    [0, 'https://a.example'],
    [1, 'https://c.example'],
  ])
})

const outlook = `<table role="presentation"><tr><td align="center">
<!--[if mso]>
<v:roundrect xmlns:v="urn:schemas-microsoft-com:vml" href="https://shop.example/?a=1&amp;b=2" style="height:40px;v-text-anchor:middle;" arcsize="10%" fillcolor="#d00">
  <w:anchorlock/><center>Comprar</center>
</v:roundrect>
<![endif]-->
<!--[if !mso]><!--><a href="https://shop.example/?a=1&amp;b=2" style="background:#d00">Comprar</a><!--<![endif]-->
<!--[if (gte mso 9)|(IE)]><table><tr><td><a href='https://shop.example/outlook'>ver</a></td></tr></table><![endif]-->
<![if !mso]><a href="https://shop.example/rest">ver</a><![endif]>
</td></tr></table>`

test('links in conditional comments are tracked for Outlook and other clients', () => {
  const { html, links } = rewrite(outlook)
  expect(links.map(({ url }) => url)).toEqual([
    'https://shop.example/?a=1&b=2',
    'https://shop.example/?a=1&b=2',
    'https://shop.example/outlook',
    'https://shop.example/rest',
  ])
  expect(html.replace(/\{\{ click_(\d) \}\}/g, (_, at) => links[Number(at)]?.source ?? '')).toBe(
    outlook,
  )
})

test('a link with a merge tag in its URL is tracked and keeps the tag for the click', () => {
  const html = `<a href="https://a.example/{{ sku | default: "x>y" }}?n={{ nombre | url_encode }}">`
  expect(rewrite(html).html).toBe('<a href="{{ click_0 }}">')
  expect(urls(html)).toEqual([
    'https://a.example/{{ sku | default: "x>y" }}?n={{ nombre | url_encode }}',
  ])
  expect(urls('<a href={{ page }}/x>')).toEqual(['{{ page }}/x'])
  expect(
    urls('<a href="{% if vip %}https://a.example{% else %}https://b.example{% endif %}">'),
  ).toEqual(['{% if vip %}https://a.example{% else %}https://b.example{% endif %}'])
})

test.each([
  [
    'a comparison',
    '{% if edad > 18 %}<a href="https://a.example">{% endif %}{% if a <b %}<a href="https://b.example">{% endif %}',
    2,
  ],
  [
    'a tag among the attributes',
    '<a {% if a > 3 %}class="x"{% endif %} href="https://a.example">',
    1,
  ],
  [
    'a quote in an output',
    `<p>{{ nombre | default: "l'<a href='" }}</p><a href="https://a.example">`,
    1,
  ],
  ['a closing bracket in quotes', `{{ "}} <!--" }}<a href="https://a.example">`, 1],
  [
    'text that Liquid leaves raw',
    '{% raw %}<a href="https://a.example">{{ x }}{% endraw %}<a href="https://b.example">',
    1,
  ],
  [
    'a Liquid comment',
    '{%- comment -%}<a href="https://a.example"><!--{% endcomment %}<a href="https://b.example">',
    1,
  ],
])('%s does not confuse the rewriting', (_, html, count) => {
  const { html: rewritten, links } = rewrite(html)
  expect(links).toHaveLength(count)
  expect(rewritten.match(/href="\{\{ click_/g)).toHaveLength(count)
})

test.each([
  ['a loop', '{% for p in nombres %}<a href="https://a.example/{{ p }}">{% endfor %}'],
  ['an assignment', '{% assign page = "x" %}<a href="https://a.example/{{ page }}">'],
  ['a capture', '{% capture page %}x{% endcapture %}<a href="{{ page }}">'],
  ['an alias of one of our pages', '{% assign bye = unsubscribe_url %}<a href="{{ bye }}">'],
  ['half a block', '<a href="{% if a %}https://a.example">x</a>{% endif %}'],
  [
    'the other half',
    '{% if a %}<a href="https://a.example{% else %}https://b.example">{% endif %}',
  ],
  [
    'an unquoted address that goes on in a block',
    '<a href=https://a.example/{% if a %}b{% endif %}>',
  ],
])('a link that needs %s of the template is unchanged', (_, html) => {
  expect(rewrite(html)).toEqual({ html, links: [] })
})

test('rendering gives each recipient the same message with different URLs', () => {
  const liquid = new Liquid({ templates: {}, ownPropertyOnly: true })
  const html = `{% if edad > 18 %}<a href="https://a.example/{{ nombre }}">{{ nombre | default: "amigo" }}</a>{% endif %}${outlook}<a href="{{ unsubscribe_url }}">baja</a>`
  const { html: rewritten, links } = rewrite(html)
  const contact = { nombre: 'Ana', edad: 30, unsubscribe_url: 'https://r.example/u' }
  const sources = links.map(({ position, source }) => [
    `click_${position}`,
    liquid.parseAndRenderSync(source, contact),
  ])
  expect(links).toHaveLength(5)
  expect(liquid.parseAndRenderSync(rewritten, { ...contact, ...Object.fromEntries(sources) })).toBe(
    liquid.parseAndRenderSync(html, contact),
  )
})

const scraps = fc.constantFrom(
  ...[
    '<a href="https://a.example/?x=1&amp;y">',
    "<A HREF='http://b.example'",
    '<a href=https://c.example ',
    '</a>',
    '>',
  ],
  ...[
    '"',
    "'",
    '<!--',
    '-->',
    '--!>',
    '<!--[if mso]>',
    '<![endif]-->',
    '<!-->',
    '<![CDATA[',
    ']]>',
    '<?x',
    '<!',
    '</',
    '/>',
  ],
  ...[
    '<script>',
    '</script>',
    '<style>',
    '</style>',
    '<textarea>',
    '</textarea>',
    '<title>',
    '<v:rect href="https://d.example">',
  ],
  ...[
    '{{',
    '}}',
    '{%',
    '%}',
    '{% if a > 1 %}',
    '{% endif %}',
    '{{ web_url }}',
    '{% raw %}',
    '{% endraw %}',
    '{% comment %}',
    '{% endcomment %}',
  ],
  ...[
    '&',
    '&amp',
    '&#x41;',
    '&#0;',
    ' ',
    '\n',
    '\r\n',
    '\t',
    '=',
    'href',
    '<area href=',
    'https://e.example',
    'é',
    '👍',
    '\ud800',
    '\0',
    '</body>',
    '<',
  ],
)
const broken = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: scraps },
      { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
    ),
  )
  .map((each) => each.join(''))

test('replacing each link by itself leaves any HTML unchanged', () => {
  fc.assert(
    fc.property(broken, (html) => {
      expect(rewriteLinks(html, ({ source }) => source).html).toBe(html)
    }),
    { numRuns: 5000 },
  )
})

test('the text between links is unchanged for any HTML', () => {
  fc.assert(
    fc.property(broken, (html) => {
      const cut = rewriteLinks(html, () => '\u0001')
      const literals = cut.html.split('\u0001')
      fc.pre(!html.includes('\u0001'))
      expect(literals).toHaveLength(cut.links.length + 1)
      const joined = literals.map((text, at) => text + (cut.links[at]?.source ?? '')).join('')
      expect(joined).toBe(html)
    }),
    { numRuns: 2000 },
  )
})

test('without comments and merge tags, the links are those that a parser finds', () => {
  const plain = broken.filter((html) => !/\{[{%]|<!/.test(html))
  fc.assert(
    fc.property(plain, (html) => {
      expect(urls(html)).toEqual(parsedLinks(html))
    }),
    { numRuns: 2000 },
  )
})

function parsedLinks(html: string): string[] {
  const found: string[] = []
  let element = ''
  const parser = new Parser({
    onopentagname: (name) => {
      element = name
    },
    onattribute: (name, value) => {
      if (name !== 'href' || !['a', 'area', 'v:rect'].includes(element)) return
      const address = value.replace(/[\t\r\n]/g, '').trim()
      if (/^https?:\/\//i.test(address)) found.push(address)
    },
  })
  parser.end(html)
  return found
}

test.each([
  ['before the end of the body', '<body>x</body></html>', '<body>x<img></body></html>'],
  ['before the last of several', '<body>x</BODY >y</body>', '<body>x</BODY >y<img></body>'],
  ['at the end of a fragment', '<p>x</p>', '<p>x</p><img>'],
  [
    'not in a comment or a script',
    'x</body><!-- </body> --><script>"</body>"</script>',
    'x<img></body><!-- </body> --><script>"</body>"</script>',
  ],
  ['not in a merge tag', '<body>x</body>{{ "</body>" }}', '<body>x<img></body>{{ "</body>" }}'],
])('the pixel is inserted %s', (_, html, expected) => {
  expect(insertPixel(html, '<img>')).toBe(expected)
})

test('inserting the pixel changes nothing else', () => {
  fc.assert(
    fc.property(broken, (html) => {
      const pixel = '<img src="pixel">'
      expect(insertPixel(html, pixel).replace(pixel, '')).toBe(html)
    }),
  )
})

test('400 links take under 5 ms', () => {
  const row =
    '<tr><td style="font:14px Arial"><a href="https://shop.example/p?a=1&amp;b={{ nombre }}">Ver</a> texto</td></tr>\n'
  const html = `<body><table>${row.repeat(400)}</table></body>`
  for (let warm = 0; warm < 20; warm++) rewrite(html)
  const times = Array.from({ length: 20 }, () => {
    const cpuMs = startCpuTimer()
    expect(rewrite(html).links).toHaveLength(400)
    return cpuMs()
  })
  expect(Math.min(...times)).toBeLessThan(5)
})

test.each([
  '{{',
  '{% if a',
  '<!--[if mso]>',
  '<a href="',
  '<a href=&amp;',
  '{% comment %}',
  '{% raw %}{%',
])('a megabyte of %s takes linear time', (scrap) => {
  const html = scrap.repeat(Math.ceil(1_000_000 / scrap.length))
  const cpuMs = startCpuTimer()
  expect(rewriteLinks(html, ({ source }) => source).html).toBe(html)
  expect(cpuMs()).toBeLessThan(2000)
})
