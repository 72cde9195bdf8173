import { expect, test } from 'vitest'
import { readEnvironment, variableList } from '../../../src/config/env.ts'
import { environment as english } from '../../../src/messages/en/environment.ts'

test('every variable has a sentence and every sentence a variable', () => {
  expect(Object.keys(english).sort()).toEqual(variableList.map(({ key }) => key).sort())
})

test('no variable is registered twice', () => {
  const names = variableList.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

test('an empty variable counts as unset', () => {
  const { token, debug } = readEnvironment({ REMITE_TOKEN: '', REMITE_DEBUG: '' })
  expect([token, debug]).toEqual([undefined, undefined])
})

test.each([
  ['1', true],
  ['true', true],
  ['yes', true],
  ['0', false],
  ['false', false],
  ['No', false],
  ['off', false],
])('the flag REMITE_NO_INPUT=%s is %s', (text, expected) => {
  expect(readEnvironment({ REMITE_NO_INPUT: text }).noInput).toBe(expected)
})

test('the lower-case name of a proxy variable takes precedence, as in other tools', () => {
  const both = { HTTPS_PROXY: 'http://large.example', https_proxy: 'http://small.example' }
  expect(readEnvironment(both).httpsProxy).toBe('http://small.example')
  expect(readEnvironment({ HTTPS_PROXY: 'http://large.example' }).httpsProxy).toBe(
    'http://large.example',
  )
})

test('every variable that may contain a password is marked secret', () => {
  const secrets = variableList.filter(({ secret }) => secret).map(({ name }) => name)
  expect(secrets.sort()).toEqual([
    'AWS_ACCESS_KEY_ID',
    'AWS_SECRET_ACCESS_KEY',
    'AWS_SESSION_TOKEN',
    'HTTPS_PROXY',
    'HTTP_PROXY',
    'REMITE_DATABASE_READ_URL',
    'REMITE_DATABASE_URL',
    'REMITE_MASTER_KEY',
    'REMITE_MEDIA_URL',
    'REMITE_SMTP_URL',
    'REMITE_TOKEN',
    'REMITE_WEBHOOK_SECRET',
  ])
})
