import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readReport } from '../../../../src/service/bounces/read-report.ts'
import { startCpuTimer } from '../../../support/cpu-time.ts'
import { seededRandom } from '../../../support/random.ts'
import { messages } from './corpus/cases.ts'

const folder = join(import.meta.dirname, 'corpus')
const files = readdirSync(folder).filter((name) => name.endsWith('.eml'))
const all = [
  ...files.map((name) => readFileSync(join(folder, name))),
  ...messages.map(({ raw }) => raw),
]

/** Variants of each message. With REMITE_FUZZ_ROUNDS=100 there are some 16,000. */
const rounds = Number(process.env.REMITE_FUZZ_ROUNDS ?? 1)

/** Cuts a message, changes some bytes, removes a part, or repeats one. */
function damage(raw: Buffer, random: (limit: number) => number): Buffer {
  const [from, to] = [random(raw.length), random(raw.length)]
  switch (random(4)) {
    case 0:
      return raw.subarray(0, from)
    case 1: {
      const copy = Buffer.from(raw)
      for (let count = random(20); count >= 0; count--) {
        if (copy.length > 0) copy[random(copy.length)] = random(256)
      }
      return copy
    }
    case 2:
      return Buffer.concat([raw.subarray(0, from), raw.subarray(to)])
    default:
      return Buffer.concat([raw.subarray(0, from), raw.subarray(from, to), raw.subarray(from)])
  }
}

const timeoutMs = 30_000 + rounds * 2000

test('a damaged report is read without an error, and quickly', { timeout: timeoutMs }, async () => {
  const next = seededRandom(7)
  const random = (limit: number) => Math.floor(next() * limit)
  for (const raw of all) await readReport(raw)
  for (let round = 0; round < rounds; round++) {
    for (const raw of all) {
      const damaged = damage(raw, random)
      const cpuMs = startCpuTimer()
      const report = await readReport(damaged)
      expect(['delivery_status', 'complaint', 'auto_reply', 'other']).toContain(report.is)
      // Some take 10 ms, most less than one.
      expect(cpuMs()).toBeLessThan(200)
    }
  }
})
