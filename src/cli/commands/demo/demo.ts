import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Failure } from '../../../core/failure.ts'
import { defineCommand } from '../../command/command.ts'
import type { Context } from '../../context/context.ts'
import { readMessages } from '../../demo/audience.ts'
import { writeContactsFile } from '../../demo/contacts-file.ts'
import { html } from '../../demo/newsletter.ts'
import { runRemite } from '../../host/processes.ts'
import type { InboxMessage, OpenMessage } from '../../sandbox/inbox.ts'
import { readCredentials } from '../../sandbox/state.ts'

const contacts = { good: 9963, bad: 37 }

/** Long enough for the demo to detect scanners, short enough to wait for. */
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
    context.output.note(context.messages.demo.next)
    return undefined
  },
})

async function play(
  { messages, output, host }: Context,
  shell: Shell,
  folder: string,
): Promise<void> {
  const { demo } = messages
  const list = join(folder, 'clientes.csv')
  const page = join(folder, 'primavera.html')
  writeContactsFile(list, contacts)
  writeFileSync(page, html, { mode: 0o600 })

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
  /** Prints the command and shows its output. */
  show(args: readonly string[], options?: { stdin?: string }): Promise<void>
  run(...args: string[]): Promise<string>
  /** Prints the command and returns its output as JSON. */
  json<Content>(...args: string[]): Promise<Content>
}

/** Runs the `remite` binary with separate settings and data, so that the user's are not changed. */
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
  const runIn = async (args: readonly string[], options: { stdin?: string; isShown: boolean }) => {
    if (host.stopped.aborted) throw new Failure('interrupted')
    const { code, stdout } = await runRemite(args, { env, ...options })
    if (code !== 0) throw new Failure('demo_failed', { values: { command: args.join(' '), code } })
    return stdout
  }
  const announce = (args: readonly string[], stdin?: string) =>
    output.note(
      `\n$ remite ${args.map(quoted).join(' ')}${stdin === undefined ? '' : ' < password.txt'}`,
    )
  return {
    async show(args, { stdin } = {}) {
      announce(args, stdin)
      await runIn(args, { isShown: true, ...(stdin !== undefined && { stdin }) })
    },
    run: (...args) => runIn(args, { isShown: false }),
    async json(...args) {
      announce(args)
      const text = await runIn([...args, '-o', 'json'], { isShown: false })
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

/** Returns the code mailed to a new sender, from the inbox of the sandbox. */
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
