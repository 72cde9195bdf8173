import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bounceOfAddress } from '../../../../../src/service/bounces/delivery-status.ts'
import { type Report, readReport } from '../../../../../src/service/bounces/read-report.ts'
import type { Refusal } from '../../../../../src/service/mail/refusal.ts'

/**
 * The outcome of a refusal. `dead`: the address is suppressed. `mailbox`: it counts against the
 * contact. `ours`: the sender, the message or a server is at fault.
 */
export type Verdict = 'dead' | 'mailbox' | 'ours'

export const verdictOn = ({ type, countsAgainstContact }: Refusal): Verdict => {
  if (type === 'hard') return 'dead'
  return countsAgainstContact ? 'mailbox' : 'ours'
}

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')

const headings: Record<string, Verdict> = {
  address: 'dead',
  mailbox: 'mailbox',
  sender: 'ours',
  message: 'ours',
  server: 'ours',
}

/** The phrases of a file: heading, verdict, status of the report, text. */
export function phrasesIn(file: string) {
  let heading = ''
  return read(file)
    .split('\n')
    .flatMap((line) => {
      heading = /^\[(\w+)\]$/.exec(line)?.[1] ?? heading
      if (line === '' || /^(#(?!\d)|\[\w+\]$)/.test(line)) return []
      const [, status = '', text = ''] = /^(?:\{([\d.]+)\} )?(.*)$/.exec(line) ?? []
      return [{ heading, verdict: headings[heading] ?? 'ours', status, text }]
    })
}

const original = [
  'Return-Path: <b-00@mail.example>',
  'From: Tienda <hola@tienda.example>',
  'To: ana@correo.example',
  'Subject: Rebajas: mailbox full of spam, user unknown',
  'List-Unsubscribe: <https://mail.example/u/ficha>',
  'Message-ID: <1.2@mail.example>',
].join('\n')

/** The messages of `messages.txt`. */
export const messages = read('messages.txt')
  .split(/^=== /m)
  .slice(1)
  .map((block) => {
    const [, name = '', meaning = ''] = /^([\w-]+): (\w+)\n/.exec(block) ?? []
    const raw = block.slice(block.indexOf('\n') + 1).replaceAll('[original]', original)
    return { name, meaning, raw: Buffer.from(raw.replaceAll('\n', '\r\n')) }
  })

/** What a report says about one of the addresses, as in `messages.txt`. */
export function meaningOf(report: Report, address = 'ana@correo.example'): string {
  if (report.is === 'complaint') return 'complaint'
  if (report.is !== 'delivery_status') return 'none'
  const bounce = bounceOfAddress(report.recipients, address)
  return bounce ? verdictOn(bounce.refusal) : 'none'
}

export const meaningOfMessage = async (raw: Uint8Array): Promise<string> =>
  meaningOf(await readReport(raw))
