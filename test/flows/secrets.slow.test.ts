import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  authorizationUrl,
  consentTo,
  exchangeCode,
  postForm,
  refresh,
  registerTestClient,
} from '../support/access/oauth.ts'
import { newFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { requestTo } from '../support/http/request-to.ts'
import { parseMessage, startSink } from '../support/mail/smtp-sink.ts'
import { remiteIn } from '../support/processes/binary.ts'
import { startServiceProcess } from '../support/processes/service-process.ts'
import { waitFor } from '../support/wait.ts'

const newPass = 'a second long password'
const thirdPass = 'a third long password'

/** Starts a service and the command line as processes, and keeps everything that they write and are given. */
async function start() {
  const sink = await startSink()
  onTestFinished(sink.stop)
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const metricsPort = await freePort()
  const [folder, home] = [newFolder(), newFolder()]
  const flags = ['--signup', 'invite', '--mail-host', 'mail.example.org', '--log-level', 'debug']
  const service = await startServiceProcess({
    ...{ folder, port, smtpUrl: sink.url },
    flags: [...flags, '--public-url', origin, '--metrics', `127.0.0.1:${metricsPort}`],
  })
  onTestFinished(async () => void (await service.stop()))

  const seen: string[] = []
  const argv: string[] = [readFileSync(`/proc/${service.pid}/cmdline`, 'utf8')]
  const run = remiteIn(home)
  /** Runs a command with its trace. Its standard output may have a secret if `shows`. */
  async function cli(args: string, { stdin = '', shows = false, fails = false } = {}) {
    const words = args.split(' ')
    argv.push(...words)
    const { code, stdout, stderr } = await run([...words, '--debug'], { stdin })
    expect([args, code === 0 || stderr]).toEqual([args, !fails || stderr])
    seen.push(stderr, ...(shows ? [] : [stdout]))
    return stdout
  }
  /** Returns the text of the newest mail to an address, once there are so many. */
  async function mail(to: string, count = 1): Promise<string> {
    const mails = () => sink.messages().filter((each) => each.to[0] === to)
    await waitFor(() => mails().length >= count)
    return (await parseMessage(mails().at(-1)?.raw ?? Buffer.alloc(0))).text ?? ''
  }
  /** Everything that was written, but for the session, which is stored for its user alone. */
  async function everything(): Promise<string> {
    const metrics = await requestTo(`http://127.0.0.1:${metricsPort}`)('GET', '/metrics')
    const files = readdirSync(home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'sessions.json')
      .map(({ parentPath, name }) => join(parentPath, name))
    expect(files.map((file) => basename(file))).toContain('config.json')
    const kept = files.map((file) => readFileSync(file, 'utf8'))
    return [...seen, ...argv, ...kept, ...service.lines, metrics.body].join('\n')
  }
  return { origin, service, cli, mail, everything, request: requestTo(origin) }
}

const found = (text: string, pattern: RegExp): string => pattern.exec(text)?.[0] ?? ''

test('no password, token, key, code or link of any flow is in a log, an argument or a trace', {
  timeout: 180_000,
}, async () => {
  const { origin, service, cli, mail, everything, request } = await start()
  const { username, pass = '' } = service.firstAccount ?? {}
  const secrets: Record<string, string> = { pass, newPass, thirdPass }

  // A login, and the tokens of sessions.
  const login = `auth login --api-url ${service.url} --username ${username} --password-stdin`
  await cli(login, { stdin: 'not the password of anybody\n', fails: true })
  secrets.mistyped = 'not the password of anybody'
  await cli(login, { stdin: pass })
  secrets.session = (await cli('auth token', { shows: true })).trim()
  await cli('users me update --email ana@example.org')

  // API keys.
  secrets.key = found(
    await cli('auth keys create --name nightly --preset act --json', { shows: true }),
    /rmt_\w{38}/,
  )
  secrets.rotated = found(
    await cli('auth keys rotate nightly --json', { shows: true }),
    /rmt_\w{38}/,
  )
  const withKey = `auth login --with-key --api-url ${service.url} --profile key`
  await cli(withKey, { stdin: secrets.rotated })
  await cli(withKey, { stdin: `${secrets.rotated.slice(0, -1)}_`, fails: true })
  await cli('lists create --name Customers --profile key')
  await cli('lists delete Customers --yes --profile key')
  await cli('users list --profile key')

  // A webhook, whose secret is shown once, and again after a rotation.
  const webhook = 'webhooks create --url https://hooks.example.org/x --event contact.open --json'
  secrets.webhook = found(await cli(webhook, { shows: true }), /whsec_[\w+/=]+/)
  secrets.newWebhook = found(
    await cli('webhooks update 1 --rotate-secret --json', { shows: true }),
    /whsec_[\w+/=]+/,
  )

  // A sign-up with an invite, and its link.
  secrets.invite = found(await cli('users invite --json', { shows: true }), /rmi_\w{38}/)
  const eva = { username: 'eva', email: 'eva@example.org', pass: newPass }
  const signUp = (invite: string) => request('POST', '/v3/api/users/signup', { ...eva, invite })
  expect((await signUp(`${secrets.invite}0`)).status).toBe(403)
  expect((await signUp(secrets.invite)).status).toBe(200)
  const signUpPath = found(await mail('eva@example.org'), /\/signup\/[\w-]+/)
  secrets.signUp = signUpPath.slice('/signup/'.length)
  for (const method of ['GET', 'POST', 'POST']) await request(method, signUpPath)
  secrets.impersonation = JSON.parse(
    await cli('users impersonate eva --json', { shows: true }),
  ).token

  // An assistant: its code, its tokens, and those after a refresh.
  const server = { origin, request, pass }
  const client = await registerTestClient(server)
  const consent = { username: username ?? '', level: 'draft' }
  const { code = '' } = await consentTo(server, authorizationUrl(server, client), consent)
  const first = (await exchangeCode(server, client, code)).body
  const second = (await refresh(server, client, first.refresh_token)).body
  Object.assign(secrets, { code, verifier: client.verifier })
  Object.assign(secrets, { access: first.access_token, refresh: first.refresh_token })
  Object.assign(secrets, { access2: second.access_token, refresh2: second.refresh_token })
  const ofApp = { authorization: `Bearer ${second.access_token}` }
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const accept = 'application/json, text/event-stream'
  expect((await request('POST', '/mcp', call, { ...ofApp, accept })).status).toBe(200)
  expect((await request('DELETE', '/v3/api/lists/1', undefined, ofApp)).status).toBe(403)
  // A second use, which the log mentions, and what does not fit.
  expect((await refresh(server, client, first.refresh_token)).status).toBe(400)
  expect((await exchangeCode(server, client, code)).status).toBe(400)
  const revoked = { token: second.refresh_token, client_id: client.id }
  expect((await postForm(server, '/oauth/revoke', revoked)).status).toBe(200)

  // A forgotten password, by the page and by the command.
  await cli('auth forgot ana@example.org')
  secrets.reset = found(await mail('ana@example.org'), /rmp_\w{38}/)
  expect((await request('GET', `/reset/${secrets.reset}`)).status).toBe(200)
  await cli('auth reset --password-stdin', { stdin: `${secrets.reset}\n${newPass}\n` })
  await cli('auth reset --password-stdin', {
    stdin: `${secrets.reset}\n${newPass}\n`,
    fails: true,
  })
  await cli('auth forgot ana@example.org')
  secrets.reset2 = found(await mail('ana@example.org', 2), /rmp_\w{38}/)
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin }
  const page = `/reset/${secrets.reset2}`
  expect(
    (await request('POST', page, new URLSearchParams({ pass: thirdPass }).toString(), form)).status,
  ).toBe(200)
  await cli(login, { stdin: thirdPass })
  secrets.lastSession = (await cli('auth token', { shows: true })).trim()

  // Secrets where they do not belong: in the address, in a wrong field, in a broken body.
  const asAna = { authorization: `Bearer ${secrets.lastSession}` }
  for (const secret of Object.values(secrets)) {
    const shown = encodeURIComponent(secret)
    await request('GET', `/v3/api/lists?token=${shown}`, undefined, asAna)
    await request('GET', `/v3/api/nothing/${shown}`, undefined, asAna)
    await request('GET', `/reset/${shown}`)
    await request('POST', '/v3/api/auth/getToken', `{"pass": "${secret}`, {
      'content-type': 'application/json',
    })
    await request('GET', '/v3/api/lists', undefined, { authorization: `Bearer ${shown}` })
  }
  await cli('users audit --json')
  await cli('auth keys list --json')
  await cli('auth apps list --json')
  await cli('doctor')

  const text = await everything()
  for (const part of ['--password-stdin', 'used twice', '> GET http://', 'eva', 'remite_']) {
    expect(text).toContain(part)
  }
  expect(Object.entries(secrets).filter(([, secret]) => secret.length < 20)).toEqual([])
  expect(new Set(Object.values(secrets)).size).toBe(Object.keys(secrets).length)
  expect(
    Object.entries(secrets).flatMap(([name, secret]) => (text.includes(secret) ? [name] : [])),
  ).toEqual([])
})
