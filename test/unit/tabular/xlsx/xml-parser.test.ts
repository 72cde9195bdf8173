import { expect, test } from 'vitest'
import { createXmlParser } from '../../../../src/tabular/xlsx/xml-parser.ts'

/** The calls that a document makes, when it arrives in chunks of `size` characters. */
function parse(xml: string, size = xml.length): string[] {
  const calls: string[] = []
  const parser = createXmlParser({
    open: (name, attributes) => calls.push(`<${[name, ...Object.entries(attributes)].join(' ')}>`),
    text: (text) => calls.push(text),
    close: (name) => calls.push(`</${name}>`),
  })
  for (let start = 0; start < xml.length; start += size)
    parser.write(xml.slice(start, start + size))
  parser.end()
  return calls
}

const damaged = { code: 'workbook_broken', details: { values: { reason: 'workbook_damaged' } } }

function expectRefused(xml: string): void {
  for (const size of [xml.length, 1]) {
    let failure: unknown
    try {
      parse(xml, size)
    } catch (error) {
      failure = error
    }
    expect(failure, `in chunks of ${size}`).toMatchObject(damaged)
  }
}

test('elements, texts and attributes arrive in document order, whatever the size of the chunks', () => {
  const xml = `<?xml version="1.0"?><!-- <c> --><x:a xmlns:x="urn:x"><c\tr='1' x:id="a&gt;b"/>ñ&#xF1;<![CDATA[<&]]></x:a>`
  for (const size of [xml.length, 1, 7]) {
    expect(parse(xml, size).join('')).toBe('<a xmlns:x,urn:x><c r,1 x:id,a>b></c>ññ<&</a>')
  }
})

test.each([
  ['tags that do not match', '<a><b></a></b>'],
  ['a root that is not closed', '<a><b></b>'],
  ['two roots', '<a/><b/>'],
  ['no root', '<!-- nothing -->'],
  ['two attributes of one name', '<a r="1" r="2"/>'],
  ['a bare &', '<a>Marks & Spencer</a>'],
  ['an unknown entity', '<a>&nbsp;</a>'],
  ['an attribute without quotes', '<a r=1/>'],
  ['an attribute without a value', '<a r/>'],
  ['a < in an attribute', '<a r="<"/>'],
  ['attributes without a space between them', '<a r="1"s="2"/>'],
  ['-- in a comment', '<a><!-- a -- b --></a>'],
  ['a control character', '<a>\x01</a>'],
  ['a reference to a control character', '<a>&#1;</a>'],
  ['a ]]> in text', '<a>]]></a>'],
  ['text before the root', 'text<a/>'],
  ['text after the root', '<a/>text'],
  ['a name that begins with a digit', '<a><1/></a>'],
  ['a closing tag with an attribute', '<a></a r="1">'],
  ['a declaration that is not at the start', '<a/><?xml version="1.0"?>'],
])('%s is refused', (_, xml) => expectRefused(xml))

test.each([
  ['a DTD', '<!DOCTYPE a SYSTEM "a.dtd"><a/>'],
  ['a DTD with an entity', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
  [
    'a DTD whose entities expand a thousandfold',
    `<!DOCTYPE a [<!ENTITY b "${'c'.repeat(1000)}"><!ENTITY d "${'&b;'.repeat(1000)}">]><a>&d;</a>`,
  ],
])('%s is refused before anything is expanded', (_, xml) => expectRefused(xml))

test('elements that nest a hundred deep are accepted, and one more is refused', () => {
  const nested = (depth: number) => '<a>'.repeat(depth) + '</a>'.repeat(depth)
  expect(parse(nested(100))).toHaveLength(200)
  expect(() => parse(nested(101))).toThrow('workbook_broken')
})

test.each(['<a>', '<a r="', '<a><!--', '<a><![CDATA[', '<!DOCTYPE ', '<'])(
  'endless content after %s is refused after about a megabyte',
  (start) => {
    let written = 0
    const parser = createXmlParser({ open() {}, text() {}, close() {} })
    const chunk = 'x'.repeat(64 * 1024)
    parser.write(start)
    const writeOn = () => {
      while (written < 100 * 1024 ** 2) {
        parser.write(chunk)
        written += chunk.length
      }
    }
    expect(writeOn).toThrow('workbook_broken')
    expect(written).toBeLessThan(2 * 1024 ** 2)
  },
)

test('a long document of short texts is accepted', () => {
  const parser = createXmlParser({ open() {}, text() {}, close() {} })
  parser.write('<a>')
  for (let megabyte = 0; megabyte < 4; megabyte++) {
    parser.write('<!-- a comment --> text '.repeat(45_000))
  }
})
