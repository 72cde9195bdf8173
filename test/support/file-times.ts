import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

/** Files that take less are summed up in one line. */
const shownFromMs = 1000

/** Prints what each test file took, longest first, after a run of several. */
export class FileTimes implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length < 2) return
    const times = modules
      .map((module) => ({ path: relative('test', module.moduleId), ms: msOf(module) }))
      .sort((a, b) => b.ms - a.ms)
    const shown = times.filter(({ ms }) => ms >= shownFromMs)
    const others = times.slice(shown.length)
    console.log('\nSeconds by file, with its imports:')
    for (const { path, ms } of shown) console.log(`${seconds(ms)}  ${path}`)
    console.log(`${seconds(sumOf(others))}  the other ${others.length}`)
    console.log(`${seconds(sumOf(times))}  all ${times.length}, beside one another`)
  }
}

const msOf = (module: TestModule): number => {
  const { duration, collectDuration, setupDuration } = module.diagnostic()
  return duration + collectDuration + setupDuration
}

const sumOf = (times: readonly { ms: number }[]): number =>
  times.reduce((sum, { ms }) => sum + ms, 0)

const seconds = (ms: number): string => (ms / 1000).toFixed(1).padStart(7)
