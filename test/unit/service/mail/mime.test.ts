import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { needsSmtpUtf8 } from '../../../../src/service/mail/headers.ts'
import {
  composeMessage,
  composeSigned,
  type MailMessage,
} from '../../../../src/service/mail/mime.ts'
import { ScratchBuffer } from '../../../../src/service/mail/scratch-buffer.ts'
import { prepareContent } from '../../../../src/service/smtp/content.ts'
import { parseMessage } from '../../../support/mail/smtp-sink.ts'

const message: MailMessage = {
  from: { name: 'Tienda Ñandú', address: 'hola@tienda.example' },
  to: { address: 'ana@correo.example' },
  subject: 'Hola',
  date: new Date('2026-03-01T10:20:30Z'),
  messageId: '1.2.abc@tienda.example',
  boundary: 'b1',
  html: '<p>Hola</p>',
  text: 'Hola',
}

const linesOf = (raw: Buffer) => raw.toString('latin1').split('\r\n')
const headerOf = (raw: Buffer, name: string) => {
  const head = raw.toString('latin1').split('\r\n\r\n')[0] ?? ''
  return new RegExp(`^${name}: (.*)$`, 'im').exec(head.replace(/\r\n /g, ' '))?.[1]
}
const withCrlf = (text: string) => text.replace(/\r\n?|\n/g, '\r\n')

const anyText = (options: fc.StringConstraints = {}) => fc.string({ unit: 'binary', ...options })
const headerText = anyText({ maxLength: 200 }).map((text) => text.replace(/[\u0000-\u001f]/g, ''))
const name = headerText.map((text) => text.trim())
const body = fc.oneof(
  anyText({ maxLength: 2000 }),
  fc.string({ unit: fc.constantFrom('a', ' ', '\t', '=', '.', 'ñ', '\r', '\n'), maxLength: 500 }),
  fc.string({ unit: fc.constantFrom('ж', '漢', ' ', '\n'), maxLength: 500 }),
)

test('an independent parser reads back what was composed, for any text', async () => {
  await fc.assert(
    fc.asyncProperty(headerText, name, name, body, body, async (subject, from, to, html, text) => {
      const raw = composeMessage({
        ...message,
        from: { name: from, address: 'hola@tienda.example' },
        to: { name: to, address: 'ana@correo.example' },
        subject,
        html,
        text,
      })
      const parsed = await parseMessage(raw)
      expect(parsed.subject ?? '').toBe(subject.trim())
      expect(parsed.from).toEqual({ name: from, address: 'hola@tienda.example' })
      expect(parsed.to).toEqual([{ name: to, address: 'ana@correo.example' }])
      expect(bodyParts(raw)).toEqual([withCrlf(text), withCrlf(html)])
    }),
    { numRuns: 300 },
  )
})

test('what is called canonical leaves as it is, also when it is read byte by byte', async () => {
  const to = fc.constantFrom('ana@correo.example', 'añá@correo.example')
  const bodies = fc.tuple(fc.option(body, { nil: undefined }), fc.option(body, { nil: undefined }))
  const seen = new Set<boolean>()
  await fc.assert(
    fc.asyncProperty(headerText, to, bodies, async (subject, address, [html, text]) => {
      const mail = { ...message, to: { address }, subject, html, text }
      const unsigned = { signers: [], domain: 'tienda.example' }
      const { raw, isCanonical } = await composeSigned(mail, unsigned, new ScratchBuffer())
      seen.add(isCanonical)
      if (!isCanonical) return
      expect(prepareContent(raw)).toEqual({ bytes: raw, hasDots: false, hasHighBytes: false })
    }),
    { numRuns: 300 },
  )
  expect([...seen].sort()).toEqual([false, true])
})

test('body lines have at most 76 characters, no trailing white space, and are ASCII with CRLF', () => {
  fc.assert(
    fc.property(headerText, name, body, body, (subject, from, html, text) => {
      const sender = { name: from, address: 'hola@tienda.example' }
      const raw = composeMessage({ ...message, from: sender, subject, html, text })
      expect(raw.toString('latin1')).toMatch(/^[\t\r\n -~]*$/)
      expect(raw.toString('latin1')).not.toMatch(/[^\r]\n|\r[^\n]/)
      expect(Math.max(...linesOf(raw).map((line) => line.length))).toBeLessThanOrEqual(300)
      const start = raw.indexOf('\r\n\r\n')
      const bodyLines = linesOf(raw.subarray(start))
      expect(bodyLines.filter((line) => /[ \t]$/.test(line))).toEqual([])
      expect(Math.max(...bodyLines.map((line) => line.length))).toBeLessThanOrEqual(76)
    }),
  )
})

test('a single part needs no multipart', async () => {
  const html = composeMessage({ ...message, text: undefined })
  expect(headerOf(html, 'Content-Type')).toBe('text/html; charset=utf-8')
  expect((await parseMessage(html)).html).toContain('<p>Hola</p>')
  const text = composeMessage({ ...message, html: undefined })
  expect(headerOf(text, 'Content-Type')).toBe('text/plain; charset=utf-8')
})

test('the same message always has the same bytes', () => {
  expect(composeMessage(message)).toEqual(composeMessage(message))
})

test('messages that differ in one header in turn have their own headers', () => {
  const first: MailMessage = {
    ...message,
    replyTo: { address: 'ayuda@tienda.example', name: 'Ayuda' },
    list: { id: 'abc.tienda.example', name: 'Novedades' },
    feedbackId: '1:2:campaign:remite',
  }
  const others: [header: string, other: Partial<MailMessage>, value: string][] = [
    ['From', { from: { address: first.from.address, name: 'Otra' } }, 'Otra <hola@tienda.example>'],
    ['From', { from: { address: first.from.address } }, '<hola@tienda.example>'],
    [
      'Reply-To',
      { replyTo: { address: 'b@tienda.example', name: 'Ayuda' } },
      'Ayuda <b@tienda.example>',
    ],
    [
      'List-Id',
      { list: { id: 'abc.tienda.example', name: 'Avisos' } },
      'Avisos <abc.tienda.example>',
    ],
    [
      'List-Id',
      { list: { id: 'def.tienda.example', name: 'Novedades' } },
      'Novedades <def.tienda.example>',
    ],
    ['Feedback-ID', { feedbackId: '3:2:campaign:remite' }, '3:2:campaign:remite'],
    ['Date', { date: new Date('2026-03-01T10:20:31Z') }, 'Sun, 01 Mar 2026 10:20:31 +0000'],
  ]
  const expected = composeMessage(first).toString('latin1')
  for (const [header, other, value] of others) {
    expect(headerOf(composeMessage({ ...first, ...other }), header)).toBe(value)
    expect(composeMessage(first).toString('latin1')).toBe(expected)
  }
})

test('the list headers offer one-click unsubscribe', () => {
  const raw = composeMessage({
    ...message,
    replyTo: { address: 'ayuda@tienda.example' },
    unsubscribe: { url: 'https://t.example/u/abc', mailto: 'baja@tienda.example' },
    list: { id: '7.tienda.example', name: 'Clientes, todos' },
    feedbackId: '1:2:3:remite',
    headers: [['X-Campaign', '42']],
  })
  expect(headerOf(raw, 'List-Unsubscribe')).toBe(
    '<https://t.example/u/abc>, <mailto:baja@tienda.example>',
  )
  expect(headerOf(raw, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  expect(headerOf(raw, 'List-Id')).toBe('"Clientes, todos" <7.tienda.example>')
  expect(headerOf(raw, 'Reply-To')).toBe('<ayuda@tienda.example>')
  expect(headerOf(raw, 'Feedback-ID')).toBe('1:2:3:remite')
  expect(headerOf(raw, 'X-Campaign')).toBe('42')
  expect(headerOf(raw, 'Date')).toBe('Sun, 01 Mar 2026 10:20:30 +0000')
  expect(headerOf(raw, 'Message-ID')).toBe('<1.2.abc@tienda.example>')
})

test.each(['\r\nBcc: x@y.example', '\n', '\r', '\0'])('%j in a header is refused', (evil) => {
  const attempts: Partial<MailMessage>[] = [
    { subject: `Hola${evil}` },
    { from: { name: `Ana${evil}`, address: 'a@b.example' } },
    { from: { name: 'Ana', address: `a@b.example${evil}` } },
    { to: { address: `a${evil}@b.example` } },
    { replyTo: { name: evil, address: 'a@b.example' } },
    { messageId: `a${evil}@b.example` },
    { boundary: `b${evil}` },
    { unsubscribe: { url: `https://t.example/${evil}` } },
    { unsubscribe: { url: 'https://t.example/', mailto: evil } },
    { list: { id: `1${evil}` } },
    { list: { id: '1', name: evil } },
    { feedbackId: evil },
    { headers: [['X-A', evil]] },
    { headers: [[`X-A${evil}`, 'a']] },
  ]
  for (const attempt of attempts) {
    expect(() => composeMessage({ ...message, ...attempt })).toThrow('invalid')
  }
})

test('an address cannot inject a second one', () => {
  const to = { address: 'a@b.example>, <c@d.example' }
  expect(() => composeMessage({ ...message, to })).toThrow('invalid')
})

test('a header line over 998 characters is refused', () => {
  const url = `https://t.example/${'a'.repeat(1000)}`
  expect(() => composeMessage({ ...message, unsubscribe: { url } })).toThrow('invalid')
})

test('a non-ASCII domain is sent as A-label, a non-ASCII local part unchanged', () => {
  const raw = composeMessage({
    ...message,
    from: { address: 'hola@ñandú.example' },
    to: { address: 'josé@ñandú.example' },
  })
  expect(raw.toString()).toContain('From: <hola@xn--and-6ma2c.example>')
  expect(raw.toString()).toContain('To: <josé@xn--and-6ma2c.example>')
  expect(needsSmtpUtf8('hola@ñandú.example')).toBe(false)
  expect(needsSmtpUtf8('josé@ñandú.example')).toBe(true)
})

// postal-mime normalises line ends and trailing blanks of text, so bodies are decoded by hand from
// the bytes between the boundaries.
function bodyParts(raw: Buffer): string[] {
  const parts = raw
    .toString('latin1')
    .split(/\r\n--=_b1(?:--)?\r\n/)
    .slice(1, -1)
  return parts.map((part) => {
    const end = part.indexOf('\r\n\r\n')
    const content = part.slice(end + 4)
    if (part.slice(0, end).includes('base64')) return Buffer.from(content, 'base64').toString()
    const bytes = content
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    return Buffer.from(bytes, 'latin1').toString()
  })
}
