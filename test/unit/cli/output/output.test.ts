import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import type { Document, View } from '../../../../src/cli/output/document.ts'
import { Collected, openOutput, piped } from './collect.ts'
import { collectedPages, failingPages } from './pages.ts'

const campaigns = [
  {
    id: 7,
    camp_name: 'Rebajas de primavera',
    status: 'sent',
    recipients: 204310,
    open_rate: 0.4137,
    sent_at: '2027-03-28T07:00:00Z',
    track_reads: true,
  },
  {
    id: 1012,
    camp_name: '新年のお知らせ 🎉 for all our friends and their families in the whole wide world',
    status: 'paused',
    recipients: 980,
    open_rate: 0,
    sent_at: null,
    track_reads: false,
  },
]

const view: View = {
  columns: [
    { field: 'id', header: 'Id' },
    { field: 'camp_name', header: 'Campaign' },
    { field: 'status', header: 'Status' },
    { field: 'recipients', header: 'Recipients', format: 'number' },
    { field: 'open_rate', header: 'Opened', format: 'percent' },
    { field: 'sent_at', header: 'Sent', format: 'time' },
  ],
}

const list: Document = { page: { items: campaigns, nextCursor: 'c2', total: 312 }, view }

test.each(['en', 'es'] as const)('a list in a terminal of 80 columns, in %s', async (language) => {
  const { output, stdout, stderr } = openOutput({ language })
  await output.show(list)
  expect(`${stdout.text}--\n${stderr.text}`).toMatchSnapshot()
})

test.each(['en', 'es'] as const)(
  'a list that is too wide for the terminal becomes cards, in %s',
  async (language) => {
    const { output, stdout } = openOutput({ language, columns: () => 50 })
    await output.show(list)
    expect(stdout.text).toMatchSnapshot()
  },
)

const stats = {
  id: 7,
  delivered: 203000,
  opens: 84100,
  open_rate: 0.4137,
  series: Array.from({ length: 24 }, (_, hour) => ({
    at: new Date(Date.UTC(2027, 2, 28, hour)).toISOString(),
    opens: Math.round(9000 * Math.exp(-((hour - 5) ** 2) / 20)),
  })),
  links: [{ url: 'https://shop.example/rebajas', clicks: 1200 }],
}

const statsView: View<typeof stats> = {
  fields: [
    { field: 'delivered', header: 'Delivered', format: 'number' },
    { field: 'open_rate', header: 'Open rate', format: 'percent' },
  ],
  charts: ({ delivered, opens, open_rate, series }) => [
    {
      kind: 'bars',
      title: 'Funnel',
      bars: [
        { label: 'Delivered', value: delivered, share: 1 },
        { label: 'Opened', value: opens, share: open_rate },
      ],
    },
    {
      kind: 'series',
      title: 'Opens by hour',
      points: series.map(({ at, opens: value }) => ({ time: at, value })),
    },
  ],
  sections: [
    {
      field: 'links',
      title: 'Links',
      columns: [
        { field: 'url', header: 'Link' },
        { field: 'clicks', header: 'Clicks', format: 'number' },
      ],
    },
  ],
  notes: ({ id }) => [`To stop it: remite campaigns pause ${id}`],
}

test.each([
  { language: 'en', unicode: true },
  { language: 'es', unicode: true },
  { language: 'en', unicode: false },
] as const)('one object with its charts in a terminal: %o', async (changes) => {
  const { output, stdout, stderr } = openOutput(changes)
  await output.show({ one: stats, view: statsView })
  expect(`${stdout.text}--\n${stderr.text}`).toMatchSnapshot()
})

test('no line of a table, card or chart is wider than the terminal', async () => {
  const { default: stringWidth } = await import('fast-string-width')
  for (const width of [48, 60, 80, 100, 200]) {
    const { output, stdout } = openOutput({ columns: () => width })
    await output.show(list)
    await output.show({ one: stats, view: statsView })
    for (const line of stdout.text.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(width)
  }
})

test.each(['table', 'json', 'ndjson', 'csv', 'tsv', 'ids'] as const)(
  'a list in a pipe as %s',
  async (format) => {
    const { output, stdout, stderr } = openOutput({ ...piped, format })
    await output.show(list)
    expect(stdout.text).toMatchSnapshot()
    expect(stderr.text).toBe('')
  },
)

test('a pipe gets TSV without a header, and nothing is truncated', async () => {
  const { output, stdout } = openOutput(piped)
  await output.show(list)
  expect(stdout.text.split('\n')[0]).toBe(
    '7\tRebajas de primavera\tsent\t204310\t0.4137\t2027-03-28T07:00:00Z',
  )
})

test.each(['json', 'ndjson', 'csv', 'tsv', 'ids'] as const)(
  '%s is identical in every language and time zone',
  async (format) => {
    const english = openOutput({ ...piped, format })
    const spanish = openOutput({
      ...piped,
      format,
      language: 'es',
      timezone: 'America/Bogota',
      unicode: false,
      label: (key) => `ñ${key}`,
    })
    await english.output.show(list)
    await spanish.output.show(list)
    expect(spanish.stdout.text).toBe(english.stdout.text)
  },
)

test('a time with an offset is UTC in TSV and local in a table', async () => {
  const document: Document = {
    page: { items: [{ at: '2027-01-01T00:30:00+05:30' }] },
    view: { columns: [{ field: 'at', header: 'At', format: 'time' }] },
  }
  const pipe = openOutput(piped)
  await pipe.output.show(document)
  expect(pipe.stdout.text).toBe('2026-12-31T19:00:00.000Z\n')
  const terminal = openOutput()
  await terminal.output.show(document)
  expect(terminal.stdout.text).toContain('31 Dec 2026 20:00')
})

test.each(['table', 'tsv', 'csv', 'json', 'ids'] as const)(
  'a name from the server cannot control the terminal through %s',
  async (format) => {
    const name = 'a\x1b]0;owned\x07\x1b[2Jb\x9b31mc\u202ed\te\nf'
    const { output, stdout } = openOutput({ format })
    await output.show({ page: { items: [{ id: name, name }] } })
    expect(stdout.text.replace(/\r?\n/g, '')).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]/)
  },
)

test('a tab and a newline do not break a TSV cell', async () => {
  const { output, stdout } = openOutput(piped)
  await output.show({ page: { items: [{ name: 'a\tb\nc' }] } })
  expect(stdout.text).toBe('a\\tb\\nc\n')
})

test('a formula from the server is text in CSV, and a negative number stays a number', async () => {
  const { output, stdout } = openOutput({ ...piped, format: 'csv' })
  await output.show({ page: { items: [{ name: '=HYPERLINK("x")', change: -5 }] } })
  expect(stdout.text).toBe('name,change\r\n"\'=HYPERLINK(""x"")",-5\r\n')
})

test('--fields selects nested fields, in its order, in every format', async () => {
  const document = {
    one: { id: 1, name: 'n', owner: { name: 'Ana', id: 3 }, items: [{ a: 1, b: 2 }] },
  }
  const show = async (format: 'json' | 'csv' | 'tsv') => {
    const { output, stdout } = openOutput({
      ...piped,
      format,
      fields: ['owner.name', 'id', 'items.b'],
    })
    await output.show(document)
    return stdout.text
  }
  expect(await show('json')).toBe('{"owner":{"name":"Ana"},"id":1,"items":[{"b":2}]}\n')
  expect(await show('csv')).toBe('owner.name,id,items.b\r\nAna,1,2\r\n')
  expect(await show('tsv')).toBe('Ana\t1\t2\n')
})

test('all pages are one JSON document', async () => {
  const { output, stdout } = openOutput({ ...piped, format: 'json' })
  await output.show({ pages: collectedPages([[{ id: 1 }], [], [{ id: 2 }, { id: 3 }]], 3) })
  expect(JSON.parse(stdout.text)).toEqual({
    data: [{ id: 1 }, { id: 2 }, { id: 3 }],
    has_more: false,
    next_cursor: null,
    total: 3,
  })
})

test.each([true, false])(
  'JSON interrupted by an error is closed with its cursor (terminal: %s)',
  async (stdout) => {
    const shown = openOutput({ format: 'json', isTerminal: { stdout, stderr: false } })
    const failure = shown.output.show({ pages: failingPages([[{ id: 1 }, { id: 2 }]]) })
    await expect(failure).rejects.toThrow('lost')
    expect(JSON.parse(shown.stdout.text)).toEqual({
      data: [{ id: 1 }, { id: 2 }],
      has_more: true,
      next_cursor: 'page-1',
      total: null,
    })
  },
)

test('nothing is written if the first page fails', async () => {
  const { output, stdout } = openOutput({ ...piped, format: 'json' })
  await expect(output.show({ pages: failingPages([]) })).rejects.toThrow('lost')
  expect(stdout.text).toBe('')
})

test.each([true, false])('an empty list is an empty JSON list (terminal: %s)', async (stdout) => {
  const shown = openOutput({ format: 'json', isTerminal: { stdout, stderr: false } })
  await shown.output.show({ page: { items: [] } })
  expect(JSON.parse(shown.stdout.text).data).toEqual([])
})

test('the pages of a table have one header, and an id is never cut', async () => {
  const { output, stdout } = openOutput()
  const pages = collectedPages([
    [{ id: 1, type: 'open' }],
    [{ id: 123456789, type: 'a very long type that has no end in sight' }],
  ])
  await output.show({
    pages,
    view: {
      columns: [
        { field: 'id', header: 'Id' },
        { field: 'type', header: 'Type' },
      ],
    },
  })
  expect(stdout.text).toBe('Id  Type\n1   open\n123456789  a very long type that h…\n')
})

test('a table in a pipe truncates nothing, on later pages either', async () => {
  const { output, stdout } = openOutput({ ...piped, format: 'table' })
  const long = 'a very long name that has no end in sight '.repeat(5).trim()
  await output.show({ pages: collectedPages([[{ name: 'short' }], [{ name: long }]]) })
  expect(stdout.text).toBe(`name\nshort\n${long}\n`)
})

test('an empty list is reported on stderr in a terminal, not in a pipe', async () => {
  const terminal = openOutput()
  await terminal.output.show({ page: { items: [] }, view })
  expect([terminal.stdout.text, terminal.stderr.text]).toEqual(['', 'Nothing found.\n'])
  const pipe = openOutput(piped)
  await pipe.output.show({ page: { items: [] }, view })
  expect([pipe.stdout.text, pipe.stderr.text]).toEqual(['', ''])
})

test('fields of a server with other names are shown with those names', async () => {
  const { output, stdout } = openOutput()
  await output.show({ page: { items: [{ nombre_campana: 'Uno', estado: 'lista', x: {} }] }, view })
  expect(stdout.text).toBe('nombre_campana  estado\nUno             lista\n')
})

test('quiet suppresses notes and warnings', async () => {
  const { output, stderr } = openOutput({ quiet: true })
  output.note('a')
  await output.warn('b')
  expect(stderr.text).toBe('')
})

test('color is only written if chosen', async () => {
  const { output, stdout, stderr } = openOutput({ color: { stdout: true, stderr: false } })
  await output.show(list)
  await output.warn('careful')
  expect(stdout.text).toContain('\x1b[1m')
  expect(stderr.text).toContain('warning: careful\n')
})

test('a closed pipe ends the list silently and stops the requests', async () => {
  let fetched = 0
  async function* pages() {
    while (true) {
      fetched += 1
      yield { items: [{ id: fetched }], nextCursor: 'more' }
    }
  }
  const stdout = new Writable({
    write(_chunk, _encoding, done) {
      done(fetched < 3 ? null : Object.assign(new Error('gone'), { code: 'EPIPE' }))
    },
  })
  const { output } = openOutput({ ...piped, stdout })
  await output.show({ pages: pages() })
  expect(output.isClosed()).toBe(true)
  expect(fetched).toBe(3)
})

test('a full disk is not treated as a closed pipe', async () => {
  const stdout = new Writable({
    write(_chunk, _encoding, done) {
      done(Object.assign(new Error('full'), { code: 'ENOSPC' }))
    },
  })
  const { output } = openOutput({ ...piped, stdout })
  await expect(output.show(list)).rejects.toMatchObject({ code: 'disk_full' })
})

test('a slow reader slows down the requests', async () => {
  let fetched = 0
  let written = 0
  async function* pages() {
    for (; fetched < 20; fetched += 1) {
      expect(fetched - written).toBeLessThanOrEqual(1)
      yield { items: [{ id: fetched, text: 'x'.repeat(100_000) }] }
    }
  }
  const stdout = new Writable({
    highWaterMark: 1,
    write(_chunk, _encoding, done) {
      written += 1
      setTimeout(done, 1)
    },
  })
  const { output } = openOutput({ ...piped, stdout })
  await output.show({ pages: pages() })
  expect(written).toBe(20)
})

test('a note first clears the progress bar', async () => {
  const stderr = new Collected()
  const { output } = openOutput({ stderr })
  const progress = await output.startProgress('Importing')
  progress.update(1, 4)
  output.note('Row 3 was refused.')
  expect(stderr.text).toMatch(/\r +\rRow 3 was refused\.\n$/)
})

test('a time within a sentence of the server is shown as people write it, and unchanged to programs', async () => {
  const message = 'No email has been accepted since 2027-03-01T09:00:00.000Z.'
  const view = { fields: [{ field: 'message', header: 'Message', format: 'sentence' }] as const }
  const screen = openOutput()
  await screen.output.show({ one: { message }, view })
  expect(screen.stdout.text).toContain('since 1 Mar 2027 10:00.')
  const machine = openOutput({ ...piped, format: 'json' })
  await machine.output.show({ one: { message }, view })
  expect(machine.stdout.text).toContain(message)
})
