// Opens and clicks per second: the service's tracking URLs compared with two bare routes of the same framework,
// alternating under the same load. Also checks that every answered visit was stored.
// node scripts/run.js bench/tracking.ts [SECONDS]
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Pool } from 'undici'
import { parseMessage, startSinkProcess } from '../test/support/mail/smtp-sink.ts'
import {
  createInstallation,
  startCampaign,
  startInstallation,
  untilSent,
} from '../test/support/processes/installation.ts'
import { waitFor } from '../test/support/wait.ts'
import { median, print } from './measure.ts'

const [seconds = 3] = process.argv.slice(2).map(Number)
const rounds = 5
/** Enough contacts that none clicks as fast as a machine would. */
const people = 5000
const connections = 8
const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' }

const stage = await createInstallation(people)
const sink = await startSinkProcess(join(stage.folder, 'messages.ndjson'))
// Behind a proxy, so that each visit comes from its own network: visits are limited by network.
const flags = ['--trusted-proxies', '1']
const service = await startInstallation(stage, { smtpUrl: sink.url, flags })
const campaign = await startCampaign(stage, '<p><a href="https://shop.example/oferta">x</a></p>')
await untilSent(stage, campaign)
const paths = { open: await pathsIn('/o/'), click: await pathsIn('/c/') }

const bare = fork('bench/bare-tracking.mjs')
const [barePort] = await once(bare, 'message')
const pools = {
  bare: poolOf(`http://127.0.0.1:${barePort}`),
  service: poolOf(new URL(stage.url).origin),
}
const taken: Record<string, number[]> = {}
const sent = { open: 0, click: 0 }
for (let round = 0; round < rounds; round++) {
  for (const kind of ['open', 'click'] as const) {
    for (const [name, pool] of Object.entries(pools)) {
      const visits = await load(pool, paths[kind])
      if (name === 'service') sent[kind] += visits
      taken[`${kind} ${name}`] = [...(taken[`${kind} ${name}`] ?? []), visits / seconds]
    }
  }
}
const answered = sent.open + sent.click
let stored = 0
await waitFor(async () => {
  const { opens, clicks, machine_opens, machine_clicks } = await stage.get(
    `/campaigns/${campaign}/stats`,
  )
  stored = opens + clicks + machine_opens + machine_clicks
  return stored === answered
}, 60_000).catch(() => {})
await Promise.all(Object.values(pools).map((pool) => pool.close()))
bare.disconnect()
await service.stop()
await sink.stop()

print(
  `tracking over ${connections} connections, median of ${rounds} runs of ${seconds} s on Node ${process.versions.node}`,
  (['open', 'click'] as const).map((kind) => {
    const [ours, peer] = ['service', 'bare'].map((name) => median(taken[`${kind} ${name}`] ?? []))
    return {
      what: kind,
      'bare route/s': Math.round(peer ?? 0),
      'service/s': Math.round(ours ?? 0),
      ratio: ((ours ?? 0) / (peer ?? 1)).toFixed(2),
      answered: sent[kind],
    }
  }),
)
console.log(`stored: ${stored} of ${answered} answered visits`)

function poolOf(origin: string): Pool {
  return new Pool(origin, { connections, pipelining: 4 })
}

/** Returns the number of answered requests. */
async function load(pool: Pool, paths: readonly string[]): Promise<number> {
  const end = performance.now() + seconds * 1000
  let count = 0
  await Promise.all(
    Array.from({ length: connections * 4 }, async (_, lane) => {
      for (let index = lane; performance.now() < end; index++) {
        const path = paths[index % paths.length] ?? '/'
        const address = `10.${lane}.${(index >> 8) & 255}.${index & 255}`
        const { statusCode, body } = await pool.request({
          ...{ method: 'GET', path },
          headers: { ...headers, 'x-forwarded-for': address },
        })
        await body.dump()
        if (statusCode >= 400) throw new Error(`${path}: ${statusCode}`)
        count++
      }
    }),
  )
  return count
}

async function pathsIn(prefix: string): Promise<string[]> {
  const found = await Promise.all(
    sink.messages().map(async ({ raw }) => {
      const { html = '' } = await parseMessage(raw)
      return [...html.matchAll(/https?:\/\/[^/"]+(\/[^"]*)"/g)].flatMap(([, path]) => path ?? [])
    }),
  )
  return found.flat().filter((path) => path.startsWith(prefix))
}
