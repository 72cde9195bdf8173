// Messages per second and processor time of the whole service (audience, merge tags, links, pixel, states on disk),
// compared with nodemailer's pool and with our bare client, which send a finished message of this service
// repeatedly over the same number of connections, and with another build if one is given. The relay is Postfix's
// smtp-sink; in the last case, its answers take 20 ms.
// node scripts/run.js bench/send.ts [MESSAGES] [FOLDER OF ANOTHER BUILD] [CASE, or a part of several] [ROUNDS]
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  createInstallation,
  type Installation,
  startCampaign,
  startInstallation,
} from '../test/support/processes/installation.ts'
import type { ServiceProcess } from '../test/support/processes/service-process.ts'
import { median, print } from './measure.ts'
import { residentMb } from './memory.ts'
import { newsletter, personalNewsletter } from './newsletter.ts'
import { sendByNodemailer, sendByOurs } from './ready-made.ts'
import { sentMessage } from './sent-message.ts'
import { startSmtpSink } from './smtp-sink.ts'

const [, , messages = '4000', other, only = '', roundCount = '3'] = process.argv
const rounds = Number(roundCount)
/** The number that `remite serve` opens. */
const connections = 8
/** Each sender has so many messages at once, as many as the service is submitting. */
const atOnce = 64
const distanceMs = 20
const pollMs = 10
const near = Number(messages)
/** At a distance, the time is spent waiting. */
const distant = Math.ceil(near / 4)

const small = newsletter(5 * 1024, 5)
const large = newsletter(45 * 1024, 20)
const tags = personalNewsletter(45 * 1024, 600)
const settings = [
  {
    ...{ isSigned: false, isFar: false },
    cases: { '5 KB, 5 links': small, '45 KB, 20 links': large, '45 KB, 600 tags': tags },
  },
  {
    ...{ isSigned: true, isFar: false },
    cases: { '5 KB, 5 links, signed': small, '45 KB, 20 links, signed': large },
  },
  { isSigned: false, isFar: true, cases: { '5 KB, 5 links, 20 ms away': small } },
]

type Sender = 'service' | 'before' | 'nodemailer' | 'bare'

interface Run {
  perSecond: number
  /** Processor time of a message, in µs. */
  cpuUs: number
}

const programs: Partial<Record<Sender, string>> = {
  service: resolve('bin/remite.js'),
  ...(other !== undefined && other !== '' && { before: resolve(other, 'bin/remite.js') }),
}
const sink = await startSmtpSink()
const proxy = fork('bench/delay-proxy.mjs', [String(sink.port), String(distanceMs)])
const [{ port: farPort }] = await once(proxy, 'message')
const rows: Record<string, string | number>[] = []
const memories: string[] = []
const isOneCase = settings.some(({ cases }) => only in cases)
for (const { isSigned, isFar, cases } of settings) {
  const chosen = Object.entries(cases).filter(([name]) =>
    isOneCase ? name === only : name.includes(only),
  )
  if (chosen.length > 0) await runCases(chosen, { isSigned, isFar })
}
sink.stop()
proxy.disconnect()
print(
  `sending ${near} messages (${distant} at a distance) over ${connections} connections, median of ${rounds} runs on Node ${process.versions.node}; service memory at the end: ${memories.join(', ')}`,
  rows,
)

async function runCases(
  cases: readonly (readonly [string, string])[],
  { isSigned, isFar }: { isSigned: boolean; isFar: boolean },
): Promise<void> {
  const [port, count] = isFar ? [farPort, distant] : [sink.port, near]
  const running: { sender: Sender; stage: Installation; service: ServiceProcess }[] = []
  for (const [sender, program] of Object.entries(programs) as [Sender, string][]) {
    const stage = await createInstallation(count, undefined, program)
    const service = await startInstallation(stage, {
      smtpUrl: `smtp://127.0.0.1:${port}`,
      flags: isSigned ? [] : ['--relay-signs'],
      program,
    })
    await addValues(stage)
    // The first campaign optimises the code.
    await untilSent(service, await startCampaign(stage, small))
    running.push({ sender, stage, service })
  }
  for (const [name, html] of cases) {
    const runs: Record<Sender, Run[]> = { service: [], before: [], nodemailer: [], bare: [] }
    const raw = await sentMessage(html, { isSigned, prepare: addValues })
    const job = { port, raw, messages: count, connections, atOnce }
    for (let round = 0; round < rounds; round++) {
      for (const { sender, stage, service } of running) {
        const send = async () => untilSent(service, await startCampaign(stage, html))
        runs[sender].push(await measure(count, send, service.pid))
      }
      runs.nodemailer.push(await measure(count, () => sendByNodemailer(job), process.pid))
      runs.bare.push(await measure(count, () => sendByOurs(job), process.pid))
    }
    const row = rowOf(name, raw.length, runs)
    rows.push(row)
    console.error(row)
  }
  for (const { sender, service } of running) {
    memories.push(`${await residentMb(service.pid)} MB (${sender})`)
    await service.stop()
  }
}

/** Reads the log: a question to the service would cost it a part of the time that is measured. */
async function untilSent({ lines }: ServiceProcess, campaign: number): Promise<void> {
  const end = new RegExp(`"campaign sent".*"campaign":${campaign}\\b`)
  while (!lines.some((line) => end.test(line))) await sleep(pollMs)
}

/** Gives the contacts a value for each tag of a personal newsletter. */
async function addValues({ post, list, count }: Installation): Promise<void> {
  for (const name of ['ciudad', 'pedido', 'tienda']) {
    await post(`/lists/${list}/fields`, { name, type: 'text' })
  }
  const customFields = { ciudad: 'Málaga', pedido: 'A-1024', tienda: 'Gran Vía' }
  const batch = 5000
  for (let from = 0; from < count; from += batch) {
    const contacts = Array.from({ length: Math.min(batch, count - from) }, (_, index) => ({
      ...{ email: `cliente.${from + index}@correo.example`, nombre: 'Lucía', customFields },
    }))
    await post(`/lists/${list}/contacts`, { contacts })
  }
}

function rowOf(
  name: string,
  bytes: number,
  runs: Record<Sender, Run[]>,
): Record<string, string | number> {
  const of = (sender: Sender, figure: keyof Run) => median(runs[sender].map((run) => run[figure]))
  const rate = (sender: Sender) => of(sender, 'perSecond')
  const cpu = (sender: Sender) => Math.round(of(sender, 'cpuUs'))
  return {
    what: name,
    'message, KB': (bytes / 1024).toFixed(1),
    'service/s': Math.round(rate('service')),
    'nodemailer/s': Math.round(rate('nodemailer')),
    'bare/s': Math.round(rate('bare')),
    'of nodemailer': (rate('service') / rate('nodemailer')).toFixed(2),
    'of bare': (rate('service') / rate('bare')).toFixed(2),
    'CPU, µs (service, nodemailer, bare)': `${cpu('service')}, ${cpu('nodemailer')}, ${cpu('bare')}`,
    'CPU of nodemailer': (cpu('service') / cpu('nodemailer')).toFixed(2),
    ...(runs.before.length > 0 && {
      'before/s': Math.round(rate('before')),
      'before, CPU': cpu('before'),
      'of before': (rate('service') / rate('before')).toFixed(2),
    }),
    load: loadavg()[0]?.toFixed(1) ?? '',
  }
}

async function measure(count: number, send: () => Promise<unknown>, pid: number): Promise<Run> {
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
