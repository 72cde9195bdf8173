import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tree } from '../../src/cli/generated/tree.ts'
import { nextCommands } from '../../src/cli/next-steps/commands.ts'
import { languages } from '../../src/core/language.ts'
import { addSender } from '../support/campaign-fixtures.ts'
import { startForeignServer } from '../support/foreign-server.ts'
import { shellWords } from '../support/processes/shell-words.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
let cli: ReturnType<typeof remite>
let atTerminal: ReturnType<typeof cli.with>
beforeAll(async () => {
  server = await startService()
  cli = remite(server)
  atTerminal = cli.with({ terminal: { columns: 80 }, env: { NO_COLOR: '1' } })
})
afterAll(() => server.close())

const image = { width: 9, height: 9, channels: 3, background: '#0b57d0' } as const

const nextOf = (stderr: string): string[] => {
  const command = /(?:Next|Siguiente paso): remite (.+)/.exec(stderr.replace(/\n/g, ' '))?.[1]
  return shellWords((command ?? '').trim())
}

test('a creation names what has been made and a next command that works', async () => {
  const list = await atTerminal('lists', 'create', '--name', 'Clientes')
  expect(list.stderr).toContain('List 1 “Clientes” is created.')
  expect(nextOf(list.stderr)).toEqual(['lists', 'import', 'clients.csv', '--list', '1'])

  const contact = ['contacts', 'add', '--list', '1', '--email', 'ana@correo.example']
  const added = await atTerminal(...contact)
  expect((await cli(...nextOf(added.stderr))).code).toBe(0)

  const segment = ['segments', 'create', '--name', 'VIP', '--where', 'status = active']
  const saved = await atTerminal(...segment)
  expect(saved.stderr).toContain('Segment 1 “VIP” is created.')
  expect((await cli(...nextOf(saved.stderr))).code).toBe(0)

  const mail = 'nueva@tienda.example'
  const sender = await atTerminal('senders', 'create', '--from-name', 'Tienda', '--from-mail', mail)
  expect(nextOf(sender.stderr)).toEqual(['senders', 'verify', mail])
  const resent = await atTerminal('senders', 'verify', mail, '--resend')
  expect(resent.stderr).toContain(`A new verification code is on its way to ${mail}.`)
  expect(nextOf(resent.stderr)).toEqual(['senders', 'verify', mail])
  await addSender(server)

  const signUp = ['users', 'signup', '--username', 'eva', '--email', 'eva@correo.example']
  const pass = { terminal: { columns: 80 }, env: { NO_COLOR: '1' }, stdin: 'a long password' }
  const signedUp = await cli.with(pass)(...signUp, '--password-stdin')
  expect(signedUp.stderr.replaceAll('\n', ' ')).toContain('on its way to eva@correo.example')
  expect(nextOf(signedUp.stderr)).toEqual(['auth', 'login', '--username', 'eva'])

  const draft = ['campaigns', 'create', '--name', 'Marzo', '--subject', 'Hola', '--draft']
  const more = ['--html', '-', '--from-mail', 'hola@tienda.example', '--list', '1']
  const typing = { terminal: { columns: 80 }, env: { NO_COLOR: '1' }, stdin: '<p>Hola</p>' }
  const created = await cli.with(typing)(...draft, ...more)
  expect(created.stderr).toContain('Campaign 1 “Marzo” is saved as a draft.')
  expect(nextOf(created.stderr)).toEqual(['campaigns', 'check', '1'])

  const copy = await atTerminal('campaigns', 'duplicate', 'Marzo')
  expect(nextOf(copy.stderr)).toEqual(['campaigns', 'edit', '2'])
})

test('every verb that makes something has a next step', () => {
  const making = /(?:^| )(?:create|add|import|duplicate|rotate|invite|signup|to-list)$/
  const silent = tree
    .filter(({ path }) => making.test(path))
    .map(({ path }) => path)
    .filter((path) => !Object.keys(nextCommands).some((key) => `${key} `.startsWith(`${path} `)))
  // It tells its own figures, and the command for the rows that it rejected.
  expect(silent).toEqual(['contacts suppressions import'])
})

test('keys, images and jobs have a next step that works', async () => {
  const key = await atTerminal('auth', 'keys', 'create', '--name', 'Web', '--preset', 'read')
  expect(key.stderr).toContain('It is not shown again: keep it.')
  expect((await cli(...nextOf(key.stderr))).code).toBe(0)
  await cli('lists', 'create', '--name', 'Jobs')
  const job = await atTerminal('lists', 'clean', 'Jobs', '--check', 'syntax')
  expect(nextOf(job.stderr).slice(0, 3)).toEqual(['lists', 'jobs', 'get'])
  expect((await cli(...nextOf(job.stderr))).code).toBe(0)
  const path = join(cli.folder, 'photo.png')
  writeFileSync(path, await sharp({ create: image }).png().toBuffer())
  const added = await atTerminal('media', 'add', path)
  expect(added.stderr).toContain('Image 1 “photo.png” is uploaded.')
  expect((await cli(...nextOf(added.stderr))).code).toBe(0)
})

test('a change that has nothing else to say says that it is done, and others do not', async () => {
  const made = await atTerminal('lists', 'create', '--name', 'Gone')
  expect(made.stdout).toMatch(/^ID +\d+\n$/)
  expect((await atTerminal('lists', 'delete', 'Gone', '--yes')).stdout).toBe('✓ Done\n')
  expect((await cli('lists', 'create', '--name', 'Kept')).stdout).toMatch(/\ttrue\n$/)
})

test('programs and the quiet see no next step', async () => {
  const create = ['lists', 'create', '--name']
  expect((await cli(...create, 'A')).stderr).toBe('')
  expect((await atTerminal(...create, 'B', '-q')).stderr).toBe('')
  expect((await atTerminal(...create, 'C', '-o', 'json')).stderr).toBe('')
  expect((await atTerminal(...create, 'D', '-o', 'ids')).stderr).toBe('')
  expect((await atTerminal(...create, 'E', '--dry-run')).stderr).not.toContain('Next')
})

test.each(languages)('in %s, without a name where none is known', async (language) => {
  const foreign = await startForeignServer()
  try {
    foreign.respond('POST /lists', { body: { ok: true, id: 'l-7' } })
    const env = { REMITE_API_URL: foreign.url, REMITE_TOKEN: 'opaque', NO_COLOR: '1' }
    const run = remite().with({ env, terminal: { columns: 200 } })
    const { stderr } = await run('lists', 'create', '--name', "L'A", '--lang', language)
    expect(stderr).toMatch(
      language === 'es' ? /^La lista l-7 «L'A» está creada\./ : /^List l-7 “L'A”/,
    )
    const file = language === 'es' ? 'clientes.csv' : 'clients.csv'
    expect(nextOf(stderr)).toEqual(['lists', 'import', file, '--list', 'l-7'])
    foreign.respond('POST /lists', { body: { ok: true } })
    // Without an id there is nothing to name.
    const { stderr: none } = await run('lists', 'create', '--name', 'B', '--lang', language)
    expect(none).not.toMatch(/Next|Siguiente/)
  } finally {
    await foreign.close()
  }
})
