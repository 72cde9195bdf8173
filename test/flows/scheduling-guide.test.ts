import { spawn } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addList, addSender } from '../support/campaign-fixtures.ts'
import { newFolder } from '../support/folder.ts'
import { startService, type TestService } from '../support/service.ts'

const crontab = readFileSync('docs/guides/crontab', 'utf8').split('\n')
const settings = crontab.flatMap((line) => {
  const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? []
  return name === undefined ? [] : [[name, value]]
})
/** The commands of the crontab, after its five time fields. Cron ends a command at `%`. */
const jobs = crontab.flatMap((line) => /^(?:[\d*]\S* ){5}(.+)$/.exec(line)?.[1] ?? [])

let server: TestService
let home: string
beforeAll(async () => {
  server = await startService()
  await addSender(server, 'news@example.org')
  await addList(server, ['ana@correo.example'], 'Customers')
  home = newFolder()
  const folder = join(home, 'newsletter')
  mkdirSync(folder)
  writeFileSync(join(folder, 'clients.csv'), 'Correo;Nombre\neva@correo.example;Eva\n')
  writeFileSync(join(folder, 'newsletter.html'), '<p>Hola {{ unsubscribe_url }}</p>')
  copyFileSync('docs/guides/weekly.sh', join(folder, 'weekly.sh'))
  const remite = join(home, 'remite')
  writeFileSync(
    remite,
    `#!/bin/sh\nexec '${process.execPath}' '${resolve('bin/remite.js')}' "$@"\n`,
  )
  chmodSync(remite, 0o755)
})
afterAll(() => server.close())

/** Runs a job as cron does, with the crontab's variables and a minimal environment. */
const run = (job: string, env: Record<string, string> = {}) =>
  new Promise<{ code: number | null; output: string }>((done) => {
    const child = spawn('/bin/sh', ['-c', job], {
      env: {
        ...Object.fromEntries(settings),
        HOME: home,
        PATH: `${home}:/usr/bin:/bin`,
        REMITE_API_URL: server.url,
        REMITE_TOKEN: server.token,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk
      })
    }
    child.once('close', (code) => done({ code, output }))
  })

test('every crontab job does its work silently, so that cron mails nothing', async () => {
  expect(jobs).toHaveLength(4)
  for (const job of jobs.slice(0, 3))
    expect([job, await run(job)]).toEqual([job, { code: 0, output: '' }])
  expect(readFileSync(join(home, 'newsletter', 'campaigns.csv'), 'utf8')).toContain('Newsletter ')
  expect(readFileSync(join(home, 'newsletter', 'planned.csv'), 'utf8')).toContain('scheduled')
})

test('the weekly newsletter is scheduled once, for imported and existing contacts', async () => {
  const [, weekly = ''] = jobs
  await run(weekly)
  expect(await run(weekly)).toEqual({ code: 0, output: '' })
  const { body } = await server.api('GET', '/campaigns')
  expect(body).toHaveLength(1)
  expect(body[0]).toMatchObject({ status: 'scheduled', timezone: 'Europe/Madrid' })
})

test('a session that expires within a week triggers a mail', async () => {
  const [, , , expiry = ''] = jobs
  expect(await run(expiry)).toEqual({ code: 4, output: expect.stringContaining('7d') })
})
