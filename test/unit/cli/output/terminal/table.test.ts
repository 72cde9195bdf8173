import { describe, expect, test } from 'vitest'
import type { Column, Document } from '../../../../../src/cli/output/document.ts'
import { displayWidth } from '../../../../../src/cli/output/width.ts'
import { openOutput } from '../collect.ts'
import { collectedPages } from '../pages.ts'

const columns: readonly Column[] = [
  { field: 'id', header: 'Id' },
  { field: 'email', header: 'Email' },
  { field: 'name', header: 'Name' },
  { field: 'subject', header: 'Subject' },
]

const show = async (document: Document, changes: Parameters<typeof openOutput>[0] = {}) => {
  const { output, stdout } = openOutput(changes)
  await output.show(document)
  return stdout.text
}
const linesOf = (text: string) => text.split('\n').slice(0, -1)
const widest = (text: string) => Math.max(...linesOf(text).map(displayWidth))

const letters = (count: number) => 'x'.repeat(count)
const rowsOf = (items: readonly object[]): Document => ({ page: { items }, view: { columns } })

describe('the width of columns', () => {
  test('follows their content, also when more pages may come', async () => {
    const items = [{ id: 1, email: 'a.long.address@example.org', name: 'Lu', subject: letters(30) }]
    const pages = () => ({ pages: collectedPages([items]), view: { columns } })
    const text = await show(pages())
    expect(text).toContain('a.long.address@example.org')
    expect(text).toBe(await show(rowsOf(items)))
    expect(text).not.toContain('…')
  })

  test('leaves an address whole beside short columns of a list that goes on', async () => {
    const items = [{ id: 1, email: 'fifteen@abc.net', name: 'Lu', subject: letters(34) }]
    const pages = collectedPages([items, items])
    const text = await show({ pages, view: { columns } }, { columns: () => 62 })
    expect(text).toContain('fifteen@abc.net')
    expect(text).not.toContain('…')
  })

  test.each([
    ['free text, before a name', 60, 18, 1],
    ['free text as far as it takes, before a name', 53, 18, 1],
    ['a name, before an address', 53, 30, 2],
  ])('shrinks %s', async (_, width, nameLength, cuts) => {
    const email = 'reader@correo.example'
    const items = [{ id: 1, email, name: letters(nameLength), subject: letters(60) }]
    const text = await show(rowsOf(items), { columns: () => width })
    expect(text).toContain(email)
    expect(widest(text)).toBe(width)
    expect(text.split('\n')[1]?.match(/…/g)).toHaveLength(cuts)
  })

  test('shrinks a long reply of a mail server before an address', async () => {
    const fields: Column[] = [
      { field: 'email', header: 'Email' },
      { field: 'status', header: 'Status', format: 'state' },
      { field: 'opens', header: 'Aperturas', format: 'number' },
      { field: 'diagnostic', header: 'Respuesta' },
    ]
    const email = 'a.long.address@correo.example'
    const items = [{ email, status: 'sent', opens: 1, diagnostic: '250 2.6.0 Kept for later' }]
    const view = { columns: fields }
    const text = await show({ page: { items }, view }, { columns: () => 56 })
    expect(text).toContain(email)
    expect(text).toContain('250 2…')
    expect(linesOf(text)).toHaveLength(2)
  })

  test.each([40, 80, 120, 200])('never exceeds %i cells with wide characters', async (width) => {
    const items = [
      '新年のお知らせ'.repeat(8),
      '🎉🫶👨‍👩‍👧‍👦'.repeat(9),
      'a few words '.repeat(7),
    ].map((name, id) => ({
      ...{ id, email: 'reader@correo.example', name, subject: name },
    }))
    expect(widest(await show(rowsOf(items), { columns: () => width }))).toBeLessThanOrEqual(width)
  })

  test('puts a header on two lines before a value is cut', async () => {
    const fields: Column[] = [
      { field: 'name', header: 'Name' },
      { field: 'count', header: 'People that were mailed', format: 'number' },
    ]
    const items = [{ name: letters(30), count: 7 }]
    const text = await show({ page: { items }, view: { columns: fields } }, { columns: () => 44 })
    expect(linesOf(text).map((line) => line.trim())).toEqual([
      'People that',
      expect.stringMatching(/^Name +were mailed$/),
      expect.stringMatching(/^x{30} +7$/),
    ])
    expect(new Set(linesOf(text).map(displayWidth))).toEqual(new Set([44]))
  })

  test('--wide cuts nothing', async () => {
    const items = [{ id: 1, email: letters(90), name: letters(80), subject: letters(70) }]
    const text = await show(rowsOf(items), { isWide: true })
    expect(linesOf(text)).toHaveLength(2)
    expect(text).not.toContain('…')
  })
})

describe('long texts', () => {
  const message = 'The domain has no SPF record, so mailbox providers may reject the campaign.'

  test('a sentence in a table wraps at words', async () => {
    const view = {
      columns: [
        { field: 'level', header: 'Level', format: 'state' },
        { field: 'message', header: 'Message', format: 'sentence' },
      ] as const,
    }
    const text = await show(
      { page: { items: [{ level: 'warn', message }] }, view },
      { columns: () => 50 },
    )
    expect(text).toBe(
      [
        'Level   Message',
        '! warn  The domain has no SPF record, so mailbox',
        '        providers may reject the campaign.',
        '',
      ].join('\n'),
    )
  })

  test.each([40, 80])('a card of %i cells wraps at words', async (width) => {
    const view = { fields: [{ field: 'message', header: 'A label of several words' }] }
    const text = await show({ one: { message }, view }, { columns: () => width })
    expect(widest(text)).toBeLessThanOrEqual(width)
    expect(text.replace(/\s+/g, ' ')).toContain('campaign.')
    for (const word of message.split(' ')) expect(text).toContain(word)
  })

  test('what is copied stands whole on a line of its own', async () => {
    const value = `v=DKIM1; k=rsa; p=${letters(380)}`
    const view = { fields: [{ field: 'value', header: 'Value', format: 'copy' }] as const }
    expect(linesOf(await show({ one: { value }, view }))).toEqual(['Value', `  ${value}`])
    const list = { page: { items: [{ value }] }, view: { columns: view.fields } }
    expect(linesOf(await show(list))).toEqual(['Value', `  ${value}`])
  })

  test('a long address of a page is not broken', async () => {
    const url = `https://shop.example/${letters(90)}`
    const view = { fields: [{ field: 'url', header: 'Link' }] }
    expect(await show({ one: { url }, view })).toContain(url)
  })
})

describe('states', () => {
  const items = ['sent', 'sending', 'draft', 'paused', 'failed', 'of another server'].map(
    (status) => ({
      status,
    }),
  )
  const view = { columns: [{ field: 'status', header: 'Status', format: 'state' }] as const }
  const document = { page: { items }, view }

  test('have a sign without colors', async () => {
    expect(linesOf(await show(document))).toEqual([
      ...['Status', '✓ sent', '● sending', '○ draft', '! paused', '✗ failed', 'of another server'],
    ])
    expect(linesOf(await show(document, { unicode: false }))).toEqual([
      ...['Status', '+ sent', '* sending', 'o draft', '! paused', 'x failed', 'of another server'],
    ])
  })

  test('have a color', async () => {
    const text = await show(document, { color: { stdout: true, stderr: true } })
    expect(text).toContain('\u001b[32m✓ sent\u001b[39m')
    expect(text).toContain('\u001b[33m! paused\u001b[39m')
  })

  test('are unchanged for programs', async () => {
    const piped = { isTerminal: { stdout: false, stderr: false } }
    expect(await show(document, piped)).toBe(items.map(({ status }) => `${status}\n`).join(''))
  })
})

describe('links', () => {
  const one = { url: 'https://shop.example/a', email: 'ana@example.org', name: 'no link' }
  const view = { columns: Object.keys(one).map((field) => ({ field, header: field })) }

  test('take no cells', async () => {
    const document = { page: { items: [one] }, view }
    const linked = await show(document, { hasLinks: true })
    expect(linked).toContain(
      '\u001b]8;;https://shop.example/a\u001b\\https://shop.example/a\u001b]8;;\u001b\\',
    )
    expect(linked).toContain('\u001b]8;;mailto:ana@example.org\u001b\\')
    const bare = linked.replace(/\u001b\]8;;.*?\u001b\\/g, '')
    expect(bare).toBe(await show(document))
    expect(widest(linked)).toBe(widest(bare))
  })

  test('are not written into a pipe', async () => {
    const piped = { isTerminal: { stdout: false, stderr: false }, hasLinks: true }
    expect(await show({ page: { items: [one] }, view }, piped)).not.toContain('\u001b')
  })
})
