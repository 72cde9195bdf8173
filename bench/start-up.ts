import { spawnSync } from 'node:child_process'
import { median, print } from './measure.ts'

const rounds = 25

/** Start-up times of `--version` and `--help`, compared with a bare Node process; the runs are interleaved. */
const cases = {
  'bare node': ['-e', '0'],
  '--version': ['bin/remite.js', '--version'],
  '--help': ['bin/remite.js', '--help'],
  'campaigns send --help': ['bin/remite.js', 'campaigns', 'send', '--help'],
}

const taken: Record<string, number[]> = {}
for (let round = 0; round < rounds; round++) {
  for (const [name, args] of Object.entries(cases)) {
    const start = performance.now()
    spawnSync(process.execPath, args)
    taken[name] = [...(taken[name] ?? []), performance.now() - start]
  }
}

const bare = median(taken['bare node'] ?? [])
print(
  `start-up, median of ${rounds} runs on Node ${process.versions.node}`,
  Object.entries(taken).map(([name, times]) => ({
    what: name,
    ms: Math.round(median(times)),
    'x bare node': (median(times) / bare).toFixed(2),
  })),
)
