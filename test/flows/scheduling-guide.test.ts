import { spawn } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newFolder } from '../support/folder.ts'
import { addList, addSender } from '../support/mailing.ts'
import { startService, type TestService } from '../support/service.ts'

const crontab = readFileSync('docs/guides/crontab', 'utf8').split('\n')
const settings = crontab.flatMap((line) => {
  const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? []
  return name === undefined ? [] : [[name, value]]
})
/** What cron hands to the shell: it takes five fields for the time, and ends a command at `%`. */
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

/** As cron runs it: with the crontab's variables, and next to nothing else. */
const run = (job: string, env: Record<string, string> = {}) =>
  new Promise<{ code: number | null; said: string }>((done) => {
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
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        said += chunk
      })
    }
    child.once('close', (code) => done({ code, said }))
  })

test('every job of the crontab does its work and says nothing, so that cron mails nothing', async () => {
  expect(jobs).toHaveLength(4)
  for (const job of jobs.slice(0, 3))
    expect([job, await run(job)]).toEqual([job, { code: 0, said: '' }])
  expect(readFileSync(join(home, 'newsletter', 'campaigns.csv'), 'utf8')).toContain('Newsletter ')
  expect(readFileSync(join(home, 'newsletter', 'planned.csv'), 'utf8')).toContain('scheduled')
})

test('the newsletter of the week is planned once, for both who were imported and who was there', async () => {
  const [, weekly = ''] = jobs
  await run(weekly)
  expect(await run(weekly)).toEqual({ code: 0, said: '' })
  const { body } = await server.api('GET', '/campaigns')
  expect(body).toHaveLength(1)
  expect(body[0]).toMatchObject({ status: 'scheduled', timezone: 'Europe/Madrid' })
})

test('a session that ends within a week is mailed about', async () => {
  const [, , , expiry = ''] = jobs
  expect(await run(expiry)).toEqual({ code: 4, said: expect.stringContaining('7d') })
})
