import * as fc from 'fast-check'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { describe, expect, test } from 'vitest'
import type { Signer } from '../../../../src/service/mail/dkim.ts'
import { composeSigned, type MailMessage } from '../../../../src/service/mail/mime.ts'
import { ScratchBuffer } from '../../../../src/service/mail/scratch-buffer.ts'
import { keysInDns, testSigners } from '../../../support/mail/signing-keys.ts'

const domain = 'tienda.example'
const message: MailMessage = {
  from: { name: 'Tienda Ñandú', address: 'hola@tienda.example' },
  to: { name: 'Ana', address: 'ana@correo.example' },
  subject: 'Rebajas de enero en todas las tiendas de España, y también en las de Portugal',
  date: new Date('2026-03-01T10:20:30Z'),
  messageId: '1.2@mail.example',
  boundary: '1.2',
  html: '<p>Hola   Ana</p>\n',
  text: 'Hola \t Ana\n\n\n',
  unsubscribe: { url: 'https://mail.example/u/abc' },
  list: { id: 'l1.mail.example', name: 'Clientes' },
  feedbackId: '1:1:campaign:remite',
}

const signers = await testSigners()

const sign = async (more: Partial<MailMessage> = {}, by: readonly Signer[] = signers) => {
  const signature = { signers: by, domain }
  return (await composeSigned({ ...message, ...more }, signature, new ScratchBuffer())).raw
}

/** As another program reads them, with our keys in DNS. */
async function verify(raw: Buffer) {
  const { results } = await dkimVerify(raw, {
    resolver: async (name: string) => (await keysInDns(domain))[name]?.map((text) => [text]) ?? [],
  })
  return results.map(({ status, signingDomain, selector }) => ({
    result: status.result,
    signingDomain,
    selector,
  }))
}

const bothPass = [
  { result: 'pass', signingDomain: domain, selector: 'remite' },
  { result: 'pass', signingDomain: domain, selector: 'remite-ed' },
]

test('a message has a signature of each kind that an independent verifier accepts', async () => {
  expect(await verify(await sign())).toEqual(bothPass)
})

describe('every body verifies', () => {
  const bodies: [name: string, more: Partial<MailMessage>][] = [
    ['long lines', { html: 'x'.repeat(5000), text: `${'palabra '.repeat(800)}` }],
    ['blank lines at the end', { html: undefined, text: 'Hola\n\n\n\n' }],
    ['no line end', { html: undefined, text: 'Hola' }],
    ['nothing', { html: undefined, text: '' }],
    ['nothing but empty lines', { html: undefined, text: '\n\n\n' }],
    ['nothing but blanks', { html: undefined, text: ' \t \n \n' }],
    ['blanks in a row', { html: '<p>\n\t\t  a   b \t c   \n</p>', text: undefined }],
    ['lines that begin with a dot', { html: '.\n..\n.a', text: '.\n\n.' }],
    ['another alphabet', { html: '<p>Привет</p>'.repeat(300), text: '漢字\n' }],
    ['an address beyond ASCII', { to: { address: 'josé@correo.example', name: 'José' } }],
  ]
  test.each(bodies)('%s', async (_, more) => {
    expect(await verify(await sign(more))).toEqual(bothPass)
  })

  test('random bodies', async () => {
    const body = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 1000 }),
      fc.string({ unit: fc.constantFrom('a', ' ', '\t', '=', '.', 'ñ', '\r', '\n') }),
    )
    const subject = fc.string({ unit: 'binary' }).map((text) => text.replace(/[\0-\x1f]/g, ''))
    const some = fc.option(body, { nil: undefined })
    await fc.assert(
      fc.asyncProperty(some, body, subject, async (html, text, asunto) => {
        expect(await verify(await sign({ html, text, subject: asunto }))).toEqual(bothPass)
      }),
      { numRuns: 100 },
    )
  })
})

describe('changes in transit break the signatures', () => {
  const changes: [name: string, change: (raw: string) => string][] = [
    ['a letter of the body', (raw) => raw.replace('Hola', 'Bola')],
    ['a line more', (raw) => `${raw}más\r\n`],
    ['another sender in front', (raw) => `From: <otro@malo.example>\r\n${raw}`],
    ['another subject in front', (raw) => `Subject: Otra cosa\r\n${raw}`],
    ['an address for answers', (raw) => `Reply-To: <otro@malo.example>\r\n${raw}`],
    ['another way out', (raw) => `List-Unsubscribe: <https://malo.example>\r\n${raw}`],
    ['no one-click', (raw) => raw.replace(/List-Unsubscribe-Post: .*\r\n/, '')],
    ['another list', (raw) => raw.replace('List-Id: Clientes', 'List-Id: Otra')],
    ['another boundary', (raw) => raw.replaceAll('=_1.2', '=_1.3')],
  ]
  test.each(changes)('%s', async (_, change) => {
    const raw = (await sign()).toString('latin1')
    const changed = change(raw)
    expect(changed).not.toBe(raw)
    const results = await verify(Buffer.from(changed, 'latin1'))
    expect(results.map(({ result }) => result)).not.toContain('pass')
  })

  test('white-space and folding changes by relays do not', async () => {
    const raw = (await sign({ html: '<p>a  b</p>\n', text: undefined })).toString('latin1')
    const refolded = raw
      .replace('Subject: ', 'SUBJECT:\r\n  ')
      .replace('a  b', 'a b')
      .concat('\r\n\r\n')
    expect(await verify(Buffer.from(refolded, 'latin1'))).toEqual(bothPass)
  })
})

test('without a key the message is unchanged', async () => {
  const raw = await sign({}, [])
  expect(raw.toString()).toMatch(/^From: /)
})

test('no signature line is longer than 78 characters', async () => {
  const [head = ''] = (await sign()).toString('latin1').split('\r\nFrom:')
  expect(head.split('DKIM-Signature:')).toHaveLength(3)
  expect(Math.max(...head.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(78)
})
