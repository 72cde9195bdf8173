import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Failure } from '../../../core/failure.ts'
import { defineCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { runRemite } from '../../processes.ts'
import type { InboxMessage, OpenMessage } from '../sandbox/inbox.ts'
import { readCredentials } from '../sandbox/state.ts'
import { readMessages } from './audience.ts'
import { writeContactsFile } from './contacts-file.ts'
import { html } from './newsletter.ts'

const contacts = { good: 9963, bad: 37 }

/** Long enough to show that machines are told apart, short enough to wait for. */
const machineWindow = '2s'
const machineWindowMs = 2000

const campaign = { name: 'Primavera', subject: 'Primavera en la tienda' }
const sender = 'tienda@example.org'

export const command = defineCommand({
  isPublic: true,
  examples: ['demo', 'demo --lang es'],
  failures: ['demo_failed', 'interrupted'],
  async run(context) {
    const folder = mkdtempSync(join(tmpdir(), 'remite-demo-'))
    const shell = shellIn(context, folder)
    try {
      await play(context, shell, folder)
    } finally {
      await shell.run('sandbox', 'stop', '--quiet', '-o', 'ids').catch(() => {})
      rmSync(folder, { recursive: true, force: true })
    }
    context.output.note(context.words.demo.next)
    return undefined
  },
})

async function play({ words, output, host }: Context, shell: Shell, folder: string): Promise<void> {
  const { demo } = words
  const list = join(folder, 'clientes.csv')
  const page = join(folder, 'primavera.html')
  writeContactsFile(list, contacts)
  writeFileSync(page, html)

  output.note(demo.start)
  await shell.show(['sandbox', 'start', '--machine-window', machineWindow])
  const { url, username, pass } = await credentialsOf(shell, folder)
  await shell.show(
    [
      'auth',
      'login',
      '--api-url',
      url,
      '--username',
      username,
      '--password-stdin',
      '--remember-me',
    ],
    { stdin: pass },
  )

  output.note(demo.sender)
  await shell.show(['senders', 'create', '--from-name', 'La Tienda', '--from-mail', sender])
  const code = await codeFor(shell, sender)
  await shell.show(['senders', 'verify', sender, '--code', code])

  output.note(demo.import)
  await shell.show(['lists', 'create', '--name', 'Clientes'])
  for (const [name, type] of [
    ['Ciudad', 'text'],
    ['Alta', 'date'],
  ] as const) {
    await shell.show([
      'lists',
      'fields',
      'create',
      '--list',
      'Clientes',
      '--name',
      name,
      '--type',
      type,
    ])
  }
  const allowed = String(contacts.bad)
  await shell.show(['lists', 'import', list, '--list', 'Clientes', '--max-rejects', allowed])

  output.note(demo.send)
  const { id } = await shell.json<{ id: number }>(
    ...['campaigns', 'create', '--name', campaign.name, '--subject', campaign.subject],
    ...['--html', page, '--from-name', 'La Tienda', '--from-mail', sender, '--list', 'Clientes'],
    ...['--track-reads', '--track-links', '--draft'],
  )
  await shell.show(['campaigns', 'check', String(id)])
  await shell.show(['campaigns', 'send', String(id), '--confirm', campaign.name, '--wait'])

  output.note(demo.audience)
  await host.clock.sleep(machineWindowMs, host.stopped)
  const origin = new URL(url).origin
  const { opened, clicked, left } = await readMessages({
    origin,
    subject: campaign.subject,
    percent: { open: 32, click: 9, leave: 1, scan: 3 },
  })
  const { number } = output.local
  output.note(demo.read(number(opened), number(clicked), number(left)))
  await shell.show(['campaigns', 'stats', String(id)])
  await shell.show(['dashboard'])
}

interface Shell {
  /** Prints the command, then lets it speak for itself. */
  show(words: readonly string[], options?: { stdin?: string }): Promise<void>
  run(...words: string[]): Promise<string>
  /** Prints the command; its answer is for us. */
  json<Content>(...words: string[]): Promise<Content>
}

/** The `remite` binary, with settings and data of its own, so that nothing of the person's is touched. */
function shellIn({ host, output, settings, environment }: Context, folder: string): Shell {
  const env = {
    ...host.env,
    REMITE_CONFIG_DIR: join(folder, 'config'),
    REMITE_STATE_DIR: join(folder, 'state'),
    REMITE_LANG: settings.language.value,
    REMITE_OUTPUT: environment.output ?? 'table',
    REMITE_API_URL: '',
    REMITE_TOKEN: '',
  }
  const runIn = async (words: readonly string[], options: { stdin?: string; isShown: boolean }) => {
    if (host.stopped.aborted) throw new Failure('interrupted')
    const { code, stdout } = await runRemite(words, { env, ...options })
    if (code !== 0) throw new Failure('demo_failed', { values: { command: words.join(' '), code } })
    return stdout
  }
  const announce = (words: readonly string[], stdin?: string) =>
    output.note(
      `\n$ remite ${words.map(quoted).join(' ')}${stdin === undefined ? '' : ' < password.txt'}`,
    )
  return {
    async show(words, { stdin } = {}) {
      announce(words, stdin)
      await runIn(words, { isShown: true, ...(stdin !== undefined && { stdin }) })
    },
    run: (...words) => runIn(words, { isShown: false }),
    async json(...words) {
      announce(words)
      const text = await runIn([...words, '-o', 'json'], { isShown: false })
      await output.write(text)
      return JSON.parse(text)
    },
  }
}

const quoted = (word: string): string => (/^[\w./:@%-]+$/.test(word) ? word : `'${word}'`)

async function credentialsOf(shell: Shell, folder: string) {
  const status: { url: string } = JSON.parse(await shell.run('sandbox', 'status', '-o', 'json'))
  const credentials = readCredentials(join(folder, 'state', 'sandbox'))
  if (!credentials) throw new Failure('sandbox_not_running')
  return { url: status.url, ...credentials }
}

/** The code that was mailed to a new sender, out of the sandbox's inbox. */
async function codeFor(shell: Shell, address: string): Promise<string> {
  for (let tries = 0; tries < 50; tries++) {
    const found = await shell.run('sandbox', 'inbox', 'list', '--to', address, '-o', 'json')
    const { data }: { data: InboxMessage[] } = JSON.parse(found)
    const [message] = data
    if (!message) continue
    const opened = await shell.run('sandbox', 'inbox', 'open', String(message.id), '-o', 'json')
    const { text }: OpenMessage = JSON.parse(opened)
    const code = /\b\d{6}\b/.exec(text)?.[0]
    if (code) return code
  }
  throw new Failure('demo_failed', { values: { command: 'sandbox inbox', code: 1 } })
}
