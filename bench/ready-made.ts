import { createTransport } from 'nodemailer'
import { createPool } from '../src/service/smtp/pool.ts'

/** A finished message with only this HTML: shorter than that of a campaign, which has links, a text part and headers. */
export function readyMadeMessage(html: string): Buffer {
  const lines = html.match(/.{1,74}/gs) ?? []
  const head = 'From: a@b.example\nTo: c@d.example\nSubject: Rebajas de enero\n'
  return Buffer.from(`${head}\n${lines.join('=\n')}\n`.replace(/\r?\n/g, '\r\n'))
}

interface Job {
  port: number
  raw: Buffer
  messages: number
  connections: number
  /** How many messages the pool has at once. */
  atOnce: number
}

const envelope = { from: 'a@b.example', to: 'c@d.example' }

/** Sends one finished message many times by nodemailer's pool. */
export async function sendByNodemailer({
  port,
  raw,
  messages,
  connections,
  atOnce,
}: Job): Promise<void> {
  const transport = createTransport({
    pool: true,
    host: '127.0.0.1',
    port,
    ignoreTLS: true,
    maxConnections: connections,
    maxMessages: Number.POSITIVE_INFINITY,
  })
  await repeat(messages, atOnce, () => transport.sendMail({ envelope, raw }))
  transport.close()
}

/** The same by our own client. */
export async function sendByOurs({ port, raw, messages, connections, atOnce }: Job): Promise<void> {
  const pool = createPool({ url: `smtp://127.0.0.1:${port}`, connections, clientName: 'b.example' })
  await repeat(messages, atOnce, async () => {
    const { state, response } = await pool.send({ ...envelope, raw })
    if (state !== 'sent') throw new Error(response)
  })
  await pool.close()
}

async function repeat(messages: number, atOnce: number, send: () => Promise<unknown>) {
  let left = messages
  const work = async () => {
    while (left-- > 0) await send()
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}
