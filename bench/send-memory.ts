// Measures the service's memory during each tenth of a very large campaign, in MB.
// node scripts/run.js bench/send-memory.ts [MESSAGES]
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  createInstallation,
  startCampaign,
  startInstallation,
} from '../test/support/processes/installation.ts'
import { print } from './measure.ts'
import { residentMb } from './memory.ts'
import { newsletter } from './newsletter.ts'

const [count = 1_000_000] = process.argv.slice(2).map(Number)
const tenths = 10

const sink = fork('bench/sink.mjs')
const [{ port }] = await once(sink, 'message')
const stage = await createInstallation(count)
const service = await startInstallation(stage, {
  smtpUrl: `smtp://127.0.0.1:${port}`,
  flags: ['--relay-signs'],
})
const start = performance.now()
const campaign = await startCampaign(stage, newsletter(5 * 1024, 5))
const peaks: number[] = Array.from({ length: tenths }, () => 0)
let progress = await poll()
while (!progress.isOver) {
  await sleep(Math.min(5000, count / 10))
  progress = await poll()
}
const seconds = (performance.now() - start) / 1000
await service.stop()
sink.disconnect()

print(
  `${progress.sent} messages of 5 KB to ${count}, not signed, ${Math.round(progress.sent / seconds)}/s on Node ${process.versions.node}`,
  peaks.map((mb, index) => ({
    'of the campaign': `${(index + 1) * 10} %`,
    'peak of the service': `${mb} MB`,
  })),
)

async function poll(): Promise<{ sent: number; isOver: boolean }> {
  const { status } = await stage.get(`/campaigns/${campaign}`)
  const { sent } = await stage.get(`/campaigns/${campaign}/stats`)
  const tenth = Math.min(tenths - 1, Math.floor((sent / count) * tenths))
  peaks[tenth] = Math.max(peaks[tenth] ?? 0, await residentMb(service.pid))
  return { sent, isOver: status === 'sent' }
}
