import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tree } from '../../src/cli/generated/tree.ts'
import { addList, addSender } from '../support/campaign-fixtures.ts'
import { testClock } from '../support/clock.ts'
import { newFolder } from '../support/folder.ts'
import {
  type ForeignServer,
  type ReceivedRequest,
  startForeignServer,
} from '../support/foreign-server.ts'
import { keys, type TypingStep } from '../support/processes/typist.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

const clock = testClock()
let server: TestService
let foreign: ForeignServer
beforeAll(async () => {
  server = await startService({ clock })
  foreign = await startForeignServer()
  await addSender(server)
  await addList(server, ['ana@correo.example', 'eva@correo.example'], 'Clientes')
  await addList(server, ['luis@correo.example'], 'Vecinos')
  foreign.respond('GET /users/me', { body: { id: 7 } })
  for (const path of ['campaigns', 'senders', 'lists', 'segments', 'templates']) {
    foreign.respond(`GET /${path}`, { body: [{ id: 7, name: 'Siete', from_mail: 'a@b.example' }] })
  }
})
afterAll(async () => {
  await server.close()
  await foreign.close()
})

const { enter, down, space, ctrlC, escape: esc } = keys
const terminal = { columns: 80 }
const es = { LANG: 'es_ES.UTF-8', NO_COLOR: '1' }
const at = (...typed: TypingStep[]) =>
  remite(server, clock).with({ terminal, typed, env: { NO_COLOR: '1' } })
describe('every verb that needs input', () => {
  const needy = tree.filter(
    ({ positionals, flags }) =>
      positionals.some(({ required }) => required) || flags.some(({ required }) => required),
  )
  test('there are many of them', () => expect(needy.length).toBeGreaterThan(80))

  test.each(needy.map(({ path }) => path))('%s asks at a terminal only', async (path) => {
    const cli = remite({ url: foreign.url, token: 'token' })
    const words = path.split(' ')
    const piped = await cli(...words)
    expect(piped.code, piped.stderr).toBe(2)
    const asked = await cli.with({ terminal, typed: [['? ', ctrlC]] })(...words)
    expect(asked.code, asked.stderr).toBe(130)
    expect(foreign.requests.filter(changes)).toEqual([])
  })
})

const changes = ({ method }: ReceivedRequest) => method !== 'GET'

const html = join(newFolder(), 'march.html')
writeFileSync(html, '<p>Hola {{ nombre }}</p>')

describe('campaigns create', () => {
  const afterName: TypingStep[] = [
    ['Lists:', `${space}${enter}`],
    ['Sender:', enter],
    ['Subject:', `Hola${enter}`],
    ['Preheader', enter],
    ['The message:', enter],
  ]

  test('asks field by field and saves a draft, then shows the command', async () => {
    const run = await at(
      ['Name:', `Marzo${enter}`],
      ...afterName,
      ['HTML file:', `${html}${enter}`],
      ['And then?', enter],
    )('campaigns', 'create')
    expect(run.code, run.stderr).toBe(0)
    const command = /\n {2}remite (campaigns create --name Marzo .*--draft)\n/.exec(run.stderr)?.[1]
    expect(command, run.stderr).toBeDefined()
    const [campaign] = (await remite(server)('campaigns', 'list', '--json')).json().data
    expect(campaign).toMatchObject({ camp_name: 'Marzo', asunto: 'Hola', status: 'draft' })
    // The next time is a script.
    const again = await remite(server)(...(command ?? '').split(' '), '--again', '--json')
    expect(again.code, again.stderr).toBe(0)
  })

  test('a time is shown as it is understood, and goes into the command with its zone', async () => {
    const run = await at(
      ...afterName,
      ['HTML file:', `${html}${enter}`],
      ['And then?', `${down}${down}${enter}`],
      ['When:', `yesterday 9am${enter}`],
      ['is in the past', `\x15tomorrow 9am${enter}`],
      ['Continue?', `y${enter}`],
    )('campaigns', 'create', '--name', 'Mañana')
    expect(run.code, run.stderr).toBe(0)
    expect(run.stderr).toContain('2 March 2027 at 9:00, Europe/Madrid')
    expect(run.stderr).toContain("--at 'tomorrow 9am' --tz Europe/Madrid")
    const [campaign] = (await remite(server)('campaigns', 'list', '--json')).json().data
    expect(campaign).toMatchObject({ camp_name: 'Mañana', status: 'scheduled' })
  })

  test('a test mail goes to the own address, after the draft is saved', async () => {
    const run = await at(
      ...afterName,
      ['HTML file:', `${html}${enter}`],
      ['And then?', `${down}${enter}`],
      ['Send the test to', enter],
    )('campaigns', 'create', '--name', 'Prueba')
    expect(run.stderr).toContain('--draft --test ana@example.org')
    const [campaign] = (await remite(server)('campaigns', 'list', '--json')).json().data
    expect(campaign).toMatchObject({ camp_name: 'Prueba', status: 'draft' })
  })

  test('a file that cannot be read is asked again', async () => {
    const run = await at(
      ...afterName,
      ['HTML file:', `~/nope.html${enter}`],
      ['not exist', esc],
    )(...['campaigns', 'create', '--name', 'Sin archivo'])
    expect(run.code, run.stderr).toBe(130)
  })

  test.each([
    ['Escape', esc],
    ['Ctrl-C', ctrlC],
  ])('%s at the last question creates nothing', async (_, key) => {
    const name = `Dejada con ${key.codePointAt(0)}`
    const run = await at(
      ...afterName,
      ['HTML file:', `${html}${enter}`],
      ['And then?', key],
    )(...['campaigns', 'create', '--name', name])
    expect(run.code, run.stderr).toBe(130)
    expect(run.stderr).toMatch(/error: Interrupted\n {2}You stopped the command\.\n$/)
    const found = await remite(server)('campaigns', 'list', '--search', name, '--json')
    expect(found.json().data).toEqual([])
  })

  test('in Spanish everything is', async () => {
    const run = await remite(server, clock).with({
      terminal,
      env: es,
      typed: [
        ['Nombre:', `Abril${enter}`],
        ['Listas:', `${space}${enter}`],
        ['Remitente:', enter],
        ['Asunto:', `Hola${enter}`],
        ['Preheader (Intro para omitir):', enter],
        ['El mensaje:', `${down}${enter}`],
      ],
    })('campaigns', 'create')
    expect(run.code, run.stderr).toBe(0)
    expect(run.stderr).toContain('En una sola orden:\n  remite campaigns create --name Abril')
    expect(run.stderr).not.toMatch(/navigate|select|Enter to|required/)
  })
})

describe('other forms', () => {
  test('an update asks what to change', async () => {
    const run = await at(
      ['List:', `Veci`],
      ['Vecinos', enter],
      ['What do you want to change?', `${space}${enter}`],
      ['Name:', `Vecinas${enter}`],
    )('lists', 'update')
    expect(run.code, run.stderr).toBe(0)
    expect(run.stderr).toMatch(/remite lists update \d+ --name Vecinas\n/)
  })

  test('a name that is typed in full comes before those that contain it', async () => {
    await addList(server, [], 'Otoño en Cádiz')
    const id = await addList(server, [], 'Otoño')
    const run = await at(
      ['List:', 'otono'],
      [/Cádiz[^?]*$/, enter],
      ['Continue?', enter],
    )('lists', 'delete')
    expect([run.code, run.stderr]).toEqual([
      7,
      expect.stringContaining(`remite lists delete ${id}\n`),
    ])
  })

  test('a segment shows how many match before it is saved', async () => {
    const run = await at(
      ['Name:', `Anas${enter}`],
      ['List', enter],
      ['Who is in it:', `nope = 1${enter}`],
      ['nope', `\x15email contains "ana"${enter}`],
      ['Is that right?', enter],
    )('segments', 'create')
    expect(run.code, run.stderr).toBe(0)
    expect(run.stderr).toContain('Contacts that match: 1.')
    expect(run.stderr).toContain(`--where 'email contains "ana"'`)
  })

  test('a bad address is refused while it is typed', async () => {
    const run = await at(
      ['List:', enter],
      ['Email:', `ana${enter}`],
      ['Not a valid email address.', `@nueva.example${enter}`],
      ['Name (Enter to skip):', enter],
    )('contacts', 'add')
    expect(run.code, run.stderr).toBe(0)
    expect(run.stderr).toContain('--email ana@nueva.example')
  })

  test('several choices are marked', async () => {
    const run = await at(
      ['URL:', `https://shop.example/hook${enter}`],
      ['Events:', enter],
      ['Mark at least one', `${space}${down}${space}${enter}`],
      ['Description (Enter to skip):', enter],
    )('webhooks', 'create')
    expect(run.code, run.stderr).toBe(0)
    expect(run.stderr).toMatch(/--event \S+ --event \S+\n/)
  })

  test('an account without things of a kind says how to create one', async () => {
    const run = await at()('templates', 'get')
    expect(run.code).toBe(2)
    expect(run.stderr).toContain('remite templates create')
  })

  test('nothing is asked with --no-input, and all that is missing is named', async () => {
    const run = await at()('campaigns', 'create', '--no-input')
    expect(run.code).toBe(2)
    expect(run.stderr).toMatch(/--name, --subject, --from-mail, --list/)
  })
})

describe('an import', () => {
  test('shows one command with the list and the fields that were chosen', async () => {
    const file = join(newFolder(), 'people.csv')
    writeFileSync(file, 'email,Oficio\nnueva@correo.example,pintora\n')
    const run = await at(
      ['File', `${file}${enter}`],
      ['Import into which list?', enter],
      ['Create them as fields', enter],
    )('lists', 'import')
    expect(run.code, run.stderr).toBe(0)
    const commands = run.stderr.match(/^ +remite lists import .*$/gm)
    expect(commands).toEqual([expect.stringMatching(/people\.csv --list \d+ --create-fields$/)])
  })
})

describe('a narrow terminal', () => {
  const words = ['lists', 'delete'] as const

  test('breaks questions and choices between words, and labels the number of a choice', async () => {
    const name = 'Clientes de la tienda de Burgos y de sus pueblos'
    const cli = remite(server, clock)
    await cli('lists', 'create', '--name', name)
    const typed: TypingStep[] = [
      ['List:', `Burgos`],
      [/pueblos[\s\S]*ID/, enter],
      [/y\/N/, ctrlC],
    ]
    const env = { NO_COLOR: '1' }
    const run = await cli.with({ terminal: { columns: 30 }, typed, env })(...words)
    const seen = stripVTControlCharacters(run.stderr)
    expect(seen).toMatch(/Clientes de la tienda de\r?\n +Burgos y de sus pueblos ·/)
    expect(seen).toMatch(/^ +ID \d+ · /m)
    expect(seen).toMatch(/List: Clientes de la tie[^ ]*…/)
  })
})

describe('a verb that changes a campaign', () => {
  const createDraft = async (name: string): Promise<string> => {
    const words = [
      '--name',
      name,
      '--subject',
      'A',
      '--from-mail',
      'hola@tienda.example',
      '--draft',
      '--html',
      html,
    ]
    const cli = remite(server, clock)
    const run = await cli('campaigns', 'create', ...words, '--list', 'Clientes', '-o', 'ids')
    expect(run.code, run.stderr).toBe(0)
    return run.stdout.trim()
  }

  test('offers only those in a state that it can change', async () => {
    await createDraft('Borrador')
    const cancelled = await createDraft('Anulada')
    const cli = remite(server, clock)
    await cli('campaigns', 'schedule', cancelled, '--at', '2030-01-01T09:00', '--yes')
    expect((await cli('campaigns', 'cancel', cancelled, '--yes')).code).toBe(0)
    const sending = await choosing('campaigns', 'send')
    expect(sending).toContain('Borrador')
    expect(sending).not.toContain('Anulada')
    const resending = await choosing('campaigns', 'resend', '--to', 'failed')
    expect(resending).toContain('Anulada')
    expect(resending).not.toContain('Borrador')
  })

  test('says so if there is none', async () => {
    const cli = remite(server, clock)
    const run = await cli.with({ terminal, typed: [['Campaign:', ctrlC]], env: { NO_COLOR: '1' } })(
      'campaigns',
      'resume',
    )
    expect(run.code).toBe(2)
    expect(run.stderr).toContain('There is no campaign in one of these states: paused.')
    expect(run.stderr).toContain('remite campaigns list')
    const inSpanish = await cli.with({ terminal, typed: [['Campaña:', ctrlC]] })(
      ...['campaigns', 'resume', '--lang', 'es'],
    )
    expect(inSpanish.stderr).toContain('en pausa')
  })

  const choosing = async (...words: string[]) => (await at(['Campaign:', ctrlC])(...words)).stderr
})
