import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { median, print } from './measure.ts'

const rounds = 30

/** Times `campaigns list`, compared with a script that makes the same GET with undici alone; the runs are interleaved. */
const folder = mkdtempSync(join(tmpdir(), 'remite-bench-'))
const env = {
  ...process.env,
  REMITE_CONFIG_DIR: join(folder, 'config'),
  REMITE_STATE_DIR: join(folder, 'state'),
}
const launcher = resolve('bin/remite.js')

function run(args: readonly string[], extraEnv: Record<string, string> = {}): string {
  const options = { env: { ...env, ...extraEnv }, encoding: 'utf8' } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, args, options)
  if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`)
  return stdout
}

try {
  run([launcher, 'sandbox', 'start'])
  const { url } = JSON.parse(run([launcher, 'sandbox', 'status', '-o', 'json']))
  const token = run([launcher, 'auth', 'token']).trim()
  const undici = pathToFileURL(createRequire(resolve('package.json')).resolve('undici'))
  const script = join(folder, 'get.mjs')
  writeFileSync(
    script,
    `import { request } from ${JSON.stringify(undici.href)}
const { body } = await request(process.env.URL + '/campaigns?limit=50', {
  headers: { authorization: 'Bearer ' + process.env.TOKEN },
})
for (const { id, camp_name, status } of await body.json()) console.log([id, camp_name, status].join('\\t'))
`,
  )
  const request = { URL: url, TOKEN: token }
  const cases = {
    'bare node': ['-e', '0'],
    'undici alone': [script],
    'campaigns list': [launcher, 'campaigns', 'list'],
  }
  const taken: Record<string, number[]> = {}
  for (let round = 0; round < rounds; round++) {
    for (const [name, args] of Object.entries(cases)) {
      const start = performance.now()
      run(args, request)
      taken[name] = [...(taken[name] ?? []), performance.now() - start]
    }
  }
  const peer = median(taken['undici alone'] ?? [])
  print(
    `one read, median of ${rounds} runs on Node ${process.versions.node}`,
    Object.entries(taken).map(([name, times]) => ({
      what: name,
      ms: Math.round(median(times)),
      'x undici alone': (median(times) / peer).toFixed(2),
    })),
  )
} finally {
  run([launcher, 'sandbox', 'stop', '--quiet'])
  rmSync(folder, { recursive: true, force: true })
}
