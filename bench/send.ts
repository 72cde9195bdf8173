// Messages per second and processor time of the whole service (audience, merge tags, links, pixel, states on disk),
// compared with nodemailer's pool and with our bare client, which send one finished message of the same size
// repeatedly over the same number of connections. The relay is Postfix's smtp-sink. With and without DKIM.
// node scripts/run.js bench/send.ts [MESSAGES]
import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import {
  createInstallation,
  startCampaign,
  startInstallation,
  untilSent,
} from '../test/support/processes/installation.ts'
import { median, print } from './measure.ts'
import { residentMb } from './memory.ts'
import { newsletter } from './newsletter.ts'
import { readyMadeMessage, sendByNodemailer, sendByOurs } from './ready-made.ts'
import { startSmtpSink } from './smtp-sink.ts'

const [count = 10_000] = process.argv.slice(2).map(Number)
const rounds = 3
/** The number that `remite serve` opens. */
const connections = 8
const cases = [
  { name: '5 KB, 5 links', html: newsletter(5 * 1024, 5) },
  { name: '45 KB, 20 links', html: newsletter(45 * 1024, 20) },
]

interface Run {
  perSecond: number
  /** Processor time of a message, in µs. */
  cpuUs: number
}

const sink = await startSmtpSink()
const stage = await createInstallation(count)
const taken = cases.flatMap(({ name, html }) =>
  [false, true].map((isSigned) => ({
    name,
    html,
    isSigned,
    nodemailer: [] as Run[],
    bare: [] as Run[],
    service: [] as Run[],
  })),
)
const memories: number[] = []
for (const signs of [false, true]) {
  const service = await startInstallation(stage, {
    smtpUrl: `smtp://127.0.0.1:${sink.port}`,
    flags: signs ? [] : ['--relay-signs'],
  })
  for (let round = 0; round < rounds; round++) {
    for (const each of taken.filter(({ isSigned }) => isSigned === signs)) {
      const job = {
        port: sink.port,
        raw: readyMadeMessage(each.html),
        messages: count,
        connections,
      }
      const sendCampaign = async () => untilSent(stage, await startCampaign(stage, each.html))
      each.service.push(await measure(sendCampaign, service.pid))
      each.nodemailer.push(await measure(() => sendByNodemailer(job), process.pid))
      each.bare.push(await measure(() => sendByOurs(job), process.pid))
    }
  }
  memories.push(await residentMb(service.pid))
  await service.stop()
}
sink.stop()

print(
  `sending ${count} messages over ${connections} connections, median of ${rounds} runs on Node ${process.versions.node}; service memory at the end: ${memories.join(' MB unsigned, ')} MB signed; load ${loadavg()[0]?.toFixed(1)}`,
  taken.map(({ name, isSigned, nodemailer, bare, service }) => {
    const [pool, ours, whole] = [nodemailer, bare, service].map((runs) =>
      median(runs.map(({ perSecond }) => perSecond)),
    ) as [number, number, number]
    return {
      what: name,
      DKIM: isSigned ? 'yes' : 'no',
      'nodemailer/s': Math.round(pool),
      'bare client/s': Math.round(ours),
      'service/s': Math.round(whole),
      'of nodemailer': (whole / pool).toFixed(2),
      'of the bare client': (whole / ours).toFixed(2),
      'CPU, µs (nodemailer, bare, service)': [nodemailer, bare, service]
        .map((runs) => Math.round(median(runs.map(({ cpuUs }) => cpuUs))))
        .join(', '),
    }
  }),
)

async function measure(send: () => Promise<unknown>, pid: number): Promise<Run> {
  const before = cpuMs(pid)
  const start = performance.now()
  await send()
  const ms = performance.now() - start
  return { perSecond: count / (ms / 1000), cpuUs: ((cpuMs(pid) - before) * 1000) / count }
}

/** In ticks of 10 ms, of all threads, in user and kernel mode. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}
