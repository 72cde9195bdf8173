// Messages per second and processor time per message of our SMTP client, compared with nodemailer's pool: the
// same finished message, over the same number of connections, to Postfix's smtp-sink, directly and at a distance
// of 20 ms. `BDAT`, which smtp-sink does not know, is measured against a sink of our own.
// node scripts/run.js bench/smtp.ts [MESSAGES]
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { median, print } from './measure.ts'
import { newsletter } from './newsletter.ts'
import { readyMadeMessage, sendByNodemailer, sendByOurs } from './ready-made.ts'
import { startSmtpSink } from './smtp-sink.ts'

const [count = 20_000] = process.argv.slice(2).map(Number)
const rounds = 3
/** The number that `remite serve` opens. */
const connections = 8
/** Both pools have so many messages at once, as many as the service is submitting. */
const atOnce = 64
const distanceMs = 20
/** At a distance, the time is spent waiting. */
const countFar = Math.ceil(count / 10)

const sink = await startSmtpSink()
const far = await startChild('bench/delay-proxy.mjs', sink.port, distanceMs)
const chunkingSink = await startChild('bench/sink.mjs', 0, 'CHUNKING')
const farChunking = await startChild('bench/delay-proxy.mjs', chunkingSink.port, distanceMs)

const cases = [
  { what: '5 KB', kilobytes: 5, port: sink.port, messages: count },
  { what: '45 KB', kilobytes: 45, port: sink.port, messages: Math.ceil(count / 2) },
  { what: '5 KB, 20 ms away', kilobytes: 5, port: far.port, messages: countFar },
  { what: '5 KB, 20 ms away, BDAT', kilobytes: 5, port: farChunking.port, messages: countFar },
]

interface Run {
  perSecond: number
  cpuUs: number
}

const rows = []
for (const { what, kilobytes, port, messages } of cases) {
  const job = {
    port,
    raw: readyMadeMessage(newsletter(kilobytes * 1024, 5)),
    messages,
    connections,
    atOnce,
  }
  const runs: Record<'nodemailer' | 'ours', Run[]> = { nodemailer: [], ours: [] }
  for (let round = 0; round < rounds; round++) {
    runs.nodemailer.push(await measure(messages, () => sendByNodemailer(job)))
    runs.ours.push(await measure(messages, () => sendByOurs(job)))
  }
  const of = (kind: keyof typeof runs, figure: keyof Run) =>
    median(runs[kind].map((run) => run[figure]))
  rows.push({
    what,
    'nodemailer/s': Math.round(of('nodemailer', 'perSecond')),
    'ours/s': Math.round(of('ours', 'perSecond')),
    ratio: (of('ours', 'perSecond') / of('nodemailer', 'perSecond')).toFixed(2),
    'nodemailer, CPU': `${Math.round(of('nodemailer', 'cpuUs'))} µs`,
    'ours, CPU': `${Math.round(of('ours', 'cpuUs'))} µs`,
    load: loadavg()[0]?.toFixed(1) ?? '',
  })
}
print(
  `${count} messages over ${connections} connections, ${atOnce} at once, medians of ${rounds}`,
  rows,
)
sink.stop()
for (const child of [far, farChunking, chunkingSink]) child.stop()

async function startChild(file: string, ...args: (string | number)[]) {
  const child = fork(file, args.map(String))
  const [{ port }] = await once(child, 'message')
  return { port: port as number, stop: () => child.disconnect() }
}

async function measure(messages: number, send: () => Promise<void>): Promise<Run> {
  const before = process.cpuUsage()
  const start = performance.now()
  await send()
  const ms = performance.now() - start
  const { user, system } = process.cpuUsage(before)
  return { perSecond: messages / (ms / 1000), cpuUs: (user + system) / messages }
}
