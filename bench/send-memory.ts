// What the service holds in memory, tenth by tenth of a campaign to very many, in MB.
// node scripts/run.js bench/send-memory.ts [MESSAGES]
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { beginCampaign, setStage, startOnStage } from '../test/support/stage.ts'
import { print } from './measure.ts'
import { residentMb } from './memory.ts'
import { newsletter } from './newsletter.ts'

const [count = 1_000_000] = process.argv.slice(2).map(Number)
const tenths = 10

const sink = fork('bench/sink.mjs')
const [{ port }] = await once(sink, 'message')
const stage = await setStage(count)
const service = await startOnStage(stage, {
  smtpUrl: `smtp://127.0.0.1:${port}`,
  flags: ['--relay-signs'],
})
const start = performance.now()
const campaign = await beginCampaign(stage, newsletter(5 * 1024, 5))
const held: number[] = Array.from({ length: tenths }, () => 0)
let ended = await look()
while (!ended.isOver) {
  await sleep(Math.min(5000, count / 10))
  ended = await look()
}
const seconds = (performance.now() - start) / 1000
await service.stop()
sink.disconnect()

print(
  `${ended.sent} messages of 5 KB to ${count}, not signed, ${Math.round(ended.sent / seconds)}/s on Node ${process.versions.node}`,
  held.map((mb, at) => ({
    'of the campaign': `${(at + 1) * 10} %`,
    'the service, at most': `${mb} MB`,
  })),
)

async function look(): Promise<{ sent: number; isOver: boolean }> {
  const { status } = await stage.get(`/campaigns/${campaign}`)
  const { sent } = await stage.get(`/campaigns/${campaign}/stats`)
  const tenth = Math.min(tenths - 1, Math.floor((sent / count) * tenths))
  held[tenth] = Math.max(held[tenth] ?? 0, await residentMb(service.pid))
  return { sent, isOver: status === 'sent' }
}
