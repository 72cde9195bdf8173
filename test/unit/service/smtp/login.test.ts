import { expect, test } from 'vitest'
import { chooseLogin } from '../../../../src/service/smtp/login.ts'
import type { Mechanism } from '../../../../src/service/smtp/relay.ts'

const ana = { user: 'ana', pass: 'secreta' }
const base64 = (text: string) => Buffer.from(text).toString('base64')

const chosen = (offered: string[], isSecure: boolean) =>
  chooseLogin(ana, offered, isSecure)?.command.split(' ')[1]

const loginBy = (mechanism: Mechanism, credentials = ana) => {
  const login = chooseLogin({ ...credentials, mechanism }, [mechanism], true)
  if (!login) throw new Error('no login')
  return login
}

test('the simplest mechanism is used over TLS, and one that hides the password without it', () => {
  expect(chosen(['CRAM-MD5', 'LOGIN', 'PLAIN'], true)).toBe('PLAIN')
  expect(chosen(['CRAM-MD5', 'LOGIN', 'PLAIN'], false)).toBe('CRAM-MD5')
  expect(chosen(['LOGIN'], true)).toBe('LOGIN')
  expect(chosen(['XOAUTH2', 'GSSAPI'], true)).toBeUndefined()
  expect(chosen([], true)).toBeUndefined()
})

test('PLAIN sends name and password with the command', () => {
  expect(loginBy('PLAIN').command).toBe(`AUTH PLAIN ${base64('\0ana\0secreta')}`)
})

test('LOGIN replies to both questions', () => {
  const login = loginBy('LOGIN')
  expect(login.command).toBe('AUTH LOGIN')
  expect(login.respond(base64('Username:'))).toBe(base64('ana'))
  expect(login.respond(base64('Password:'))).toBe(base64('secreta'))
})

test('CRAM-MD5 replies as in the example of RFC 2195', () => {
  const login = loginBy('CRAM-MD5', { user: 'tim', pass: 'tanstaaftanstaaf' })
  const challenge = base64('<1896.697170952@postoffice.reston.mci.net>')
  expect(login.respond(challenge)).toBe('dGltIGI5MTNhNjAyYzdlZGE3YTQ5NWI0ZTZlNzMzNGQzODkw')
})

test('XOAUTH2 sends the token, and ends an error with an empty line', () => {
  const login = loginBy('XOAUTH2')
  expect(login.command).toBe(
    `AUTH XOAUTH2 ${base64('user=ana\u0001auth=Bearer secreta\u0001\u0001')}`,
  )
  expect(login.respond(base64('{"status":"401"}'))).toBe('')
})

test('what is too long for a command line waits for an empty challenge', () => {
  const pass = 'x'.repeat(2000)
  const login = loginBy('XOAUTH2', { user: 'ana', pass })
  expect(login.command).toBe('AUTH XOAUTH2')
  expect(login.respond('')).toBe(base64(`user=ana\u0001auth=Bearer ${pass}\u0001\u0001`))
  expect(login.respond(base64('{"status":"401"}'))).toBe('')
})
