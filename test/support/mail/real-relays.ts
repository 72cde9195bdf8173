import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createConnection } from 'node:net'
import { join, resolve } from 'node:path'
import { freePort } from '../free-port.ts'
import { waitFor } from '../wait.ts'
import { createAuthority } from './certificates.ts'

/** Where `.ci/mail-servers` unpacks Debian's packages. */
const packages = resolve('node_modules/.cache/mail-servers')

const programs = {
  postfix: join(packages, 'postfix/usr/lib/postfix/sbin/master'),
  exim: join(packages, 'exim4-daemon-light/usr/sbin/exim4'),
  opensmtpd: join(packages, 'opensmtpd/usr/sbin/smtpd'),
}

export type MailServer = keyof typeof programs

export interface RealRelay {
  url: string
  port: number
  /** What the server has accepted and keeps, by the number in the subject. */
  kept(): Map<number, string>
  stop(): Promise<void>
}

/** The login of the servers that require one. */
export const login = { user: 'ana', pass: 'secreta' }

/** `nadie@…` does not exist. */
export const unknownUser = 'nadie'

export const hasServer = (server: MailServer): boolean =>
  existsSync(programs[server]) && process.getuid?.() === 0

interface Options {
  /** The port of the server that all mail is passed on to. */
  sink: number
  /** Extensions that the server does not announce. */
  hides?: readonly string[]
  /** Offers STARTTLS. Exim requires a login then. Not tried with OpenSMTPD. */
  tls?: boolean
}

/** Starts a mail server that passes everything on to `sink`. */
export async function startRealRelay(server: MailServer, options: Options): Promise<RealRelay> {
  // Not in the folder of the run: the servers read it as other users.
  const folder = mkdtempSync('/tmp/relay-')
  const port = await freePort()
  chmodSync(folder, 0o755)
  const { cert, key } = createAuthority('Test').issue('relay.example')
  writeFileSync(join(folder, 'cert.pem'), cert)
  writeFileSync(join(folder, 'key.pem'), key)
  const child = starters[server](folder, port, options)
  const exited = new Promise<void>((done) => child.once('exit', () => done()))
  process.once('exit', () => child.kill('SIGKILL'))
  await waitFor(() => accepts(port))
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    kept: () => keptByExim(join(folder, 'spool/input')),
    async stop() {
      child.kill()
      await exited
      // Its children may still be writing.
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

const starters: Record<
  MailServer,
  (folder: string, port: number, options: Options) => ChildProcess
> = { postfix: startPostfix, exim: startExim, opensmtpd: startOpenSmtpd }

function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(program, args, { stdio: 'ignore', env: { PATH: process.env.PATH, ...env } })
}

// Users and groups that every Debian has.
const daemon = 1
const games = 60

function startPostfix(folder: string, port: number, { sink, hides = [], tls }: Options) {
  const root = join(packages, 'postfix')
  const libraries = join(root, 'usr/lib/postfix')
  const queue = join(folder, 'queue')
  for (const name of postfixFolders) mkdirSync(join(queue, name), { recursive: true })
  for (const name of postfixFolders) chownSync(join(queue, name), daemon, games)
  mkdirSync(join(folder, 'data'))
  chownSync(join(folder, 'data'), daemon, daemon)
  chmodSync(join(queue, 'maildrop'), 0o730)
  chmodSync(join(queue, 'public'), 0o710)
  const environment = `MAIL_CONFIG=${folder} LD_LIBRARY_PATH=${libraries}`
  const settings = {
    compatibility_level: '3.6',
    queue_directory: queue,
    data_directory: join(folder, 'data'),
    command_directory: join(root, 'usr/sbin'),
    daemon_directory: join(libraries, 'sbin'),
    meta_directory: join(root, 'etc/postfix'),
    shlib_directory: libraries,
    mail_owner: 'daemon',
    setgid_group: 'games',
    import_environment: environment,
    export_environment: environment,
    maillog_file: join(folder, 'log'),
    maillog_file_prefixes: '/',
    myhostname: 'relay.example',
    mydestination: '',
    local_recipient_maps: '',
    inet_interfaces: '127.0.0.1',
    mynetworks: '127.0.0.0/8',
    alias_maps: '',
    disable_dns_lookups: 'yes',
    smtpd_peername_lookup: 'no',
    smtpd_error_sleep_time: '0',
    smtpd_hard_error_limit: '1000',
    smtpd_discard_ehlo_keywords: hides.join(','),
    smtpd_recipient_restrictions: `check_recipient_access inline:{${unknownUser}@correo.example=REJECT}, permit_mynetworks, reject`,
    smtpd_tls_security_level: tls ? 'may' : 'none',
    smtpd_tls_cert_file: join(folder, 'cert.pem'),
    smtpd_tls_key_file: join(folder, 'key.pem'),
    default_transport: `smtp:[127.0.0.1]:${sink}`,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`)
  writeFileSync(join(folder, 'main.cf'), lines.join(''))
  writeFileSync(join(folder, 'master.cf'), `127.0.0.1:${port} inet n - n - - smtpd\n${services}`)
  return run(programs.postfix, ['-c', folder, '-d'], {
    MAIL_CONFIG: folder,
    LD_LIBRARY_PATH: libraries,
  })
}

const postfixFolders =
  'active bounce corrupt defer deferred flush hold incoming maildrop pid private public saved trace'.split(
    ' ',
  )

const services = [
  'cleanup unix n - n - 0 cleanup',
  'qmgr unix n - n 300 1 qmgr',
  'tlsmgr unix - - n 1000? 1 tlsmgr',
  'rewrite unix - - n - - trivial-rewrite',
  ...['bounce', 'defer', 'trace'].map((name) => `${name} unix - - n - 0 bounce`),
  'smtp unix - - n - - smtp',
  'error unix - - n - - error',
  'retry unix - - n - - error',
  'anvil unix - - n - 1 anvil',
  'scache unix - - n - 1 scache',
  'postlog unix-dgram n - n - 1 postlogd',
  '',
].join('\n')

/** Exim keeps what it accepts: without its own user's privileges it would not deliver. */
function startExim(folder: string, port: number, { hides = [], tls }: Options) {
  const spool = join(folder, 'spool')
  mkdirSync(spool)
  chmodSync(spool, 0o777)
  const hosts = (extension: string) => (hides.includes(extension) ? '' : '*')
  const configuration = `
exim_path = ${programs.exim}
queue_only
exim_user = Debian-exim
exim_group = Debian-exim
spool_directory = ${spool}
log_file_path = ${spool}/%slog
primary_hostname = relay.example
host_lookup =
rfc1413_query_timeout = 0s
keep_environment =
pipelining_advertise_hosts = ${hosts('pipelining')}
chunking_advertise_hosts = ${hosts('chunking')}
tls_advertise_hosts = ${tls ? '*' : ''}
tls_certificate = ${folder}/cert.pem
tls_privatekey = ${folder}/key.pem
acl_smtp_rcpt = rcpt
acl_smtp_data = accept
begin acl
rcpt:
  deny local_parts = ${unknownUser}
  ${tls ? 'accept authenticated = *' : 'accept'}
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_condition = \${if and{{eq{$auth2}{${login.user}}}{eq{$auth3}{${login.pass}}}}}
  server_set_id = $auth2
login:
  driver = plaintext
  public_name = LOGIN
  server_prompts = Username: : Password:
  server_condition = \${if and{{eq{$auth1}{${login.user}}}{eq{$auth2}{${login.pass}}}}}
  server_set_id = $auth1
cram:
  driver = cram_md5
  public_name = CRAM-MD5
  server_secret = \${if eq{$auth1}{${login.user}}{${login.pass}}fail}
  server_set_id = $auth1
`
  const file = join(folder, 'exim.conf')
  writeFileSync(file, configuration)
  return run(programs.exim, ['-C', file, '-bdf', '-oX', `127.0.0.1.${port}`])
}

/** Exim has one file for the headers of a message, and one for its body after a line with the name. */
function keptByExim(folder: string): Map<number, string> {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('-D')) : []
  return new Map(
    names.map((name) => {
      const [head = '', body = ''] = [name.replace(/D$/, 'H'), name].map((each) =>
        readFileSync(join(folder, each), 'utf8'),
      )
      const [, subject] = /Subject: (\d+)/.exec(head) ?? []
      return [Number(subject), body.slice(body.indexOf('\n') + 1).replaceAll('\n', '\r\n')]
    }),
  )
}

function startOpenSmtpd(folder: string, port: number, { sink }: Options) {
  const configuration = `
listen on 127.0.0.1 port ${port}
action "sink" relay host "smtp://127.0.0.1:${sink}"
match from any for rcpt-to "${unknownUser}@correo.example" reject
match from any for any action "sink"
`
  const file = join(folder, 'smtpd.conf')
  writeFileSync(file, configuration)
  return run(programs.opensmtpd, ['-d', '-f', file])
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = createConnection(port, '127.0.0.1')
    socket.once('error', () => done(false))
    socket.once('data', () => {
      socket.destroy()
      done(true)
    })
  })
