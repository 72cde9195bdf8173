// Messages per second of the whole service (audience, merge tags, links, pixel, states on disk), compared with
// nodemailer's own pool, which sends one finished message repeatedly over the same number of connections. The
// relay is a separate process that discards the messages; its CPU share is shown. With and without DKIM.
// node scripts/run.js bench/send.ts [MESSAGES]
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createTransport } from 'nodemailer'
import {
  createInstallation,
  startCampaign,
  startInstallation,
  untilSent,
} from '../test/support/processes/installation.ts'
import { median, print } from './measure.ts'
import { residentMb } from './memory.ts'
import { newsletter } from './newsletter.ts'

const [count = 10_000] = process.argv.slice(2).map(Number)
const rounds = 3
/** The number that `remite serve` opens. */
const connections = 8
const cases = [
  { name: '5 KB, 5 links', html: newsletter(5 * 1024, 5) },
  { name: '45 KB, 20 links', html: newsletter(45 * 1024, 20) },
]

interface SinkState {
  cpuMs: number
  messages: number
  bytes: number
  firstMessage: string
}

interface Run {
  perSecond: number
  bytes: number
  message: Buffer
  /** The relay's share of one core. */
  sinkShare: number
}

const sink = fork('bench/sink.mjs')
const [{ port: sinkPort }] = await once(sink, 'message')
const stage = await createInstallation(count)
const taken = cases.flatMap(({ name, html }) =>
  [false, true].map((isSigned) => ({
    name,
    html,
    isSigned,
    pool: [] as Run[],
    whole: [] as Run[],
  })),
)
const memories: number[] = []
for (const signs of [false, true]) {
  const service = await startInstallation(stage, {
    smtpUrl: `smtp://127.0.0.1:${sinkPort}`,
    flags: signs ? [] : ['--relay-signs'],
  })
  for (let round = 0; round < rounds; round++) {
    for (const { html, pool, whole } of taken.filter(({ isSigned }) => isSigned === signs)) {
      const campaign = await measure(async () => untilSent(stage, await startCampaign(stage, html)))
      whole.push(campaign)
      pool.push(await measure(() => sendReadyMade(campaign.message)))
    }
  }
  memories.push(await residentMb(service.pid))
  await service.stop()
}
sink.disconnect()

print(
  `sending ${count} messages over ${connections} connections, median of ${rounds} runs on Node ${process.versions.node}; service memory at the end: ${memories.join(' MB unsigned, ')} MB signed`,
  taken.map(({ name, isSigned, pool, whole }) => {
    const [bare, ours] = [pool, whole].map((runs) => median(runs.map((run) => run.perSecond)))
    return {
      what: name,
      DKIM: isSigned ? 'yes' : 'no',
      'pool/s': Math.round(bare ?? 0),
      'service/s': Math.round(ours ?? 0),
      ratio: ((ours ?? 0) / (bare ?? 1)).toFixed(2),
      'KB per message': kilobytes(whole),
      'relay, core (pool)': share(pool),
      'relay, core (service)': share(whole),
    }
  }),
)

async function measure(send: () => Promise<unknown>): Promise<Run> {
  const before = await sinkState()
  const start = performance.now()
  await send()
  const ms = performance.now() - start
  const { cpuMs, messages, bytes, firstMessage } = await sinkState()
  if (messages - before.messages !== count) throw new Error(`${messages} messages arrived`)
  return {
    perSecond: count / (ms / 1000),
    bytes: (bytes - before.bytes) / count,
    message: Buffer.from(firstMessage.replaceAll('\r\n..', '\r\n.'), 'latin1'),
    sinkShare: (cpuMs - before.cpuMs) / ms,
  }
}

async function sinkState(): Promise<SinkState> {
  const answer = once(sink, 'message')
  sink.send('state')
  const [state] = await answer
  return state
}

async function sendReadyMade(raw: Buffer): Promise<void> {
  const transport = createTransport({
    pool: true,
    host: '127.0.0.1',
    port: sinkPort,
    ignoreTLS: true,
    maxConnections: connections,
    maxMessages: Number.POSITIVE_INFINITY,
  })
  const envelope = { from: 'a@b.example', to: 'c@d.example' }
  let left = count
  const work = async () => {
    while (left-- > 0) await transport.sendMail({ envelope, raw })
  }
  await Promise.all(Array.from({ length: connections * 2 }, work))
  transport.close()
}

function kilobytes(runs: readonly Run[]): string {
  return (median(runs.map(({ bytes }) => bytes)) / 1024).toFixed(1)
}

function share(runs: readonly Run[]): string {
  return `${Math.round(median(runs.map(({ sinkShare }) => sinkShare)) * 100)} %`
}
