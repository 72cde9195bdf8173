import { describe, expect, test } from 'vitest'
import { contrastOf } from '../../../src/html/color.ts'
import {
  type BlockId,
  blockContent,
  blockIds,
  blockSection,
  isContent,
} from '../../../src/html/message/blocks.ts'
import { drawMsoButtons } from '../../../src/html/message/button.ts'
import { messageDocument, withNarrowRules, withTitle } from '../../../src/html/message/document.ts'
import { columnWidth } from '../../../src/html/message/elements.ts'
import { starterIds } from '../../../src/html/message/starter-ids.ts'
import { starterMessage } from '../../../src/html/message/starters.ts'
import { columns, standalone } from '../../../src/html/message/tables.ts'
import { createTheme, type MessageBrand } from '../../../src/html/message/theme.ts'
import { blockTexts } from '../../../src/messages/en/block-texts.ts'
import { starters as english } from '../../../src/messages/en/starters.ts'
import { blockTexts as spanishTexts } from '../../../src/messages/es/block-texts.ts'
import { starters as spanish } from '../../../src/messages/es/starters.ts'

const brand: MessageBrand = {
  name: 'Huerta & Sol',
  logoUrl: 'https://huerta.example/logo.png',
  color: '#12653a',
  font: null,
  site: 'https://huerta.example/?a=1&b=2',
}
const widths = [480, 600, 640]

/** The HTML as Outlook for Windows reads it, with what only it reads. */
const forOutlook = (html: string): string =>
  html.replace(/<!--\[if mso\]>([\s\S]*?)<!\[endif\]-->/g, '$1')
/** The HTML as all others read it. */
const forOthers = (html: string): string => html.replace(/<!--[\s\S]*?-->/g, '')

interface Element {
  name: string
  attributes: Map<string, string>
  around: Element | undefined
}

/** Reads every element, and fails at an end tag that does not belong to the last open element. */
function elementsOf(html: string): Element[] {
  const all: Element[] = []
  let open: Element | undefined
  const body = html.replace(/<!doctype[^>]*>|<style>[\s\S]*?<\/style>/gi, '')
  for (const [, end, name = '', given = ''] of body.matchAll(
    /<(\/?)([a-z][a-z0-9:]*)((?:"[^"]*"|[^">])*)>/gi,
  )) {
    if (end) {
      expect(name).toBe(open?.name)
      open = open?.around
      continue
    }
    const attributes = new Map(
      [...given.matchAll(/([a-z:-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]),
    )
    const element = { name, attributes, around: open }
    all.push(element)
    if (!/^(?:img|br|meta|w:anchorlock)$/.test(name)) open = element
  }
  expect(open).toBe(undefined)
  return all
}

const named = (elements: readonly Element[], name: string) =>
  elements.filter((element) => element.name === name)
const styleOf = ({ attributes }: Element) => attributes.get('style') ?? ''

/** Checks what every mail program needs, and what Outlook for Windows needs. */
function expectSafe(html: string, width: number): void {
  for (const table of named(elementsOf(forOthers(html)), 'table')) {
    expect(Object.fromEntries(table.attributes)).toMatchObject({
      ...{ role: 'presentation', border: '0', cellpadding: '0', cellspacing: '0' },
    })
  }
  const elements = elementsOf(forOutlook(html))
  expect(named(elements, 'div')).toEqual([])
  for (const { attributes } of named(elements, 'img')) {
    expect([attributes.has('alt'), attributes.has('src')]).toEqual([true, true])
    expect(Number(attributes.get('width'))).toBeLessThanOrEqual(width)
    expect(attributes.get('style')).toMatch(/display:block;width:100%;max-width:\d+px;height:auto/)
  }
  for (const { attributes } of named(elements, 'table')) {
    expect(attributes.get('width')).toMatch(/^(?:100%|\d+)$/)
    const pixels = Number(attributes.get('width'))
    if (!Number.isNaN(pixels)) expect(pixels).toBeLessThanOrEqual(width)
  }
  // The cells of a row together are as wide as its table, so that Word does not stretch it.
  for (const table of named(elements, 'table')) {
    const cells = named(elements, 'td').filter(
      (cell) => cell.around?.around === table && cell.attributes.has('width'),
    )
    const total = cells.reduce((sum, cell) => sum + Number(cell.attributes.get('width')), 0)
    if (cells.length > 0) {
      expect(Math.abs(total - Number(table.attributes.get('width')))).toBeLessThan(cells.length)
    }
  }
  for (const column of elements.filter(({ attributes }) =>
    /\brm-column\b/.test(attributes.get('class') ?? ''),
  )) {
    const share = column.attributes.get('width')
    expect(column.attributes.get('align')).toBe('left')
    expect(styleOf(column)).toBe(`width:100%;max-width:${share}px`)
    expect(column.around?.attributes.get('width')).toBe(share)
  }
}

describe('a block is safe in mail programs', () => {
  const matrix = blockIds.flatMap((id) => widths.map((width) => [id, width] as const))

  test.each(matrix)('%s as a section, on a page of %d px', (id, width) => {
    const theme = createTheme(brand, width)
    const sections = blockSection(id, theme, blockTexts)
    expectSafe(messageDocument({ language: 'en', title: 'News', theme, sections }), width)
    expectSafe(standalone(sections, theme), width)
  })

  test.each(blockIds.filter(isContent))('%s in a column', (id: BlockId) => {
    const theme = createTheme(brand)
    for (const count of [2, 3]) {
      const width = columnWidth(theme, count)
      const content = blockContent(id, { theme, texts: blockTexts, width })
      expectSafe(columns(Array(count).fill(content), theme), theme.width)
    }
  })
})

describe('a starter template', () => {
  const languages = { en: [english, blockTexts], es: [spanish, spanishTexts] } as const
  const matrix = starterIds.flatMap((id) =>
    (['en', 'es'] as const).map((each) => [id, each] as const),
  )

  test.each(matrix)('%s (%s) is a safe document that readers can leave', (id, language) => {
    const [starters, blocks] = languages[language]
    const { subject: title } = starters.list[id]
    const html = starterMessage({ id, language, title, brand, starters: starters.texts, blocks })
    expectSafe(html, 600)
    expect(html).toMatch(new RegExp(`^<!doctype html>\n<html lang="${language}">`))
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    expect(html).toContain(`<title>${title}</title>`)
    expect(html).toContain('href="{{ unsubscribe_url }}"')
    expect(html).toContain('{{ postal_address }}')
    // Gmail cuts a message at 102 KB.
    expect(Buffer.byteLength(html)).toBeLessThan(40_000)
  })
})

test.each(['#ffffff', '#000', '#ffe14d', '#0b57d0', '#ff6a00'])(
  'text is readable on the brand colour %s, and links on paper',
  (color) => {
    const { accent, onAccent, link } = createTheme({ ...brand, color })
    expect(contrastOf(accent, onAccent)).toBeGreaterThanOrEqual(4.5)
    expect(contrastOf(link, '#ffffff')).toBeGreaterThanOrEqual(4.5)
  },
)

test('the button of Outlook follows the one that was edited', () => {
  const theme = createTheme(brand)
  const before = blockSection('button', theme, blockTexts)
  expect(before).toContain('href="" style="height:48px;v-text-anchor:middle;width:')
  const edited = before
    .replace('href="" target', 'href="https://huerta.example/?a=1&amp;b=2" target')
    .replace('>Learn more</a>', '>Comprar <b>{{ nombre | default: "ya" }}</b></a>')
    .replace('background-color:#12653a', 'background-color:#ff6a00')
    .replace('padding:14px 28px', 'padding:10px 20px')
  const [shape = ''] = /<v:roundrect[\s\S]*?<\/v:roundrect>/.exec(drawMsoButtons(edited)) ?? []
  expect(shape).toContain('href="https://huerta.example/?a=1&amp;b=2"')
  expect(shape).toContain('fillcolor="#ff6a00"')
  expect(shape).toContain('height:40px')
  expect(shape).toContain('>Comprar {{ nombre | default: "ya" }}</center>')
  expect(drawMsoButtons(drawMsoButtons(edited))).toBe(drawMsoButtons(edited))
})

test('the title follows the subject only in our documents', () => {
  const theme = createTheme(brand)
  const ours = messageDocument({ language: 'en', title: 'Old', theme, sections: '' })
  expect(withTitle(ours, 'A $& <b>')).toContain('<title>A $&amp; &lt;b&gt;</title>')
  expect(withTitle(ours, '{{ nombre | default: "you" }} & co')).toContain(
    '<title>{{ nombre | default: "you" }} &amp; co</title>',
  )
  expect(withTitle('<title>Old</title>', 'New')).toBe('<title>Old</title>')
})

test('the rules for narrow windows follow the width of the page', () => {
  const documentOf = (width: number) => {
    const theme = createTheme(brand, width)
    return messageDocument({ language: 'en', title: 'News', theme, sections: '' })
  }
  const edited = documentOf(600).replace('max-width:600px"', 'max-width:480px"')
  expect(withNarrowRules(edited).match(/@media \(max-width:\d+px\)/g)).toEqual(
    documentOf(480).match(/@media \(max-width:\d+px\)/g),
  )
  expect(withNarrowRules(documentOf(640))).toBe(documentOf(640))
})
