import { PassThrough } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { plainPalette } from '../../../../src/cli/output/color.ts'
import { mayAsk } from '../../../../src/cli/prompt/may-ask.ts'
import type { Prompter } from '../../../../src/cli/prompt/prompter.ts'
import {
  ask,
  askSecret,
  confirm,
  readYesOrNo,
  select,
  typeName,
} from '../../../../src/cli/prompt/prompts.ts'

/** A terminal in which somebody types, a moment after the question and after each answer. */
function typing(...keys: string[]) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} })
  const stderr = Object.assign(new PassThrough(), { isTTY: true, columns: 80 })
  let shown = ''
  stderr.on('data', (chunk) => {
    shown += chunk
  })
  stderr.once('data', async () => {
    for (const key of keys) {
      await setTimeout(20)
      stdin.write(key)
    }
  })
  const prompter: Prompter = {
    stdin,
    stderr,
    noInput: false,
    language: 'es',
    palette: plainPalette,
    unicode: true,
  }
  return { prompter, shown: () => shown }
}

test('a prompt is written to standard error', async () => {
  const { prompter, shown } = typing('Ana\r')
  expect(await ask(prompter, '¿Nombre?')).toBe('Ana')
  expect(shown()).toContain('¿Nombre?')
})

test('an empty answer is asked again', async () => {
  const { prompter, shown } = typing('\r', 'Ana\r')
  expect(await ask(prompter, '¿Nombre?')).toBe('Ana')
  expect(shown()).toContain('Escribe un valor.')
})

test('a secret is never shown', async () => {
  const { prompter, shown } = typing('hunter2\r')
  expect(await askSecret(prompter, 'Contraseña')).toBe('hunter2')
  expect(shown()).not.toMatch(/hu|r2|\*/)
  expect(shown()).toContain('[oculto]')
})

test.each([
  ['s\r', true],
  ['sí\r', true],
  ['y\r', true],
  ['YES\r', true],
  ['\r', false],
  ['n\r', false],
])('%j is %s', async (keys, isYes) => {
  expect(await confirm(typing(keys).prompter, '¿Enviar?')).toBe(isYes)
})

test('an answer other than yes or no is asked again', async () => {
  const { prompter, shown } = typing('quizá\r', '\x15s\r')
  expect(await confirm(prompter, '¿Enviar?')).toBe(true)
  expect(shown()).toContain('Responde sí o no.')
})

test('“si” without an accent is a yes, a word that starts with it is not', () => {
  expect(readYesOrNo('Si')).toBe(true)
  expect(readYesOrNo('si\u0301')).toBe(true)
  expect(readYesOrNo('ye')).toBeUndefined()
  expect(readYesOrNo('sin')).toBeUndefined()
})

test('only the exact name confirms', async () => {
  const name = 'Rebajas de primavera'
  expect(await typeName(typing('Rebajas de primavera\r').prompter, 'Nombre', name)).toBe(true)
  expect(await typeName(typing('rebajas\r').prompter, 'Nombre', name)).toBe(false)
  expect(await typeName(typing('\r').prompter, 'Nombre', name)).toBe(false)
})

test('the arrow keys move the selection', async () => {
  const { prompter, shown } = typing('\x1b[B', '\r')
  const choices = [
    { value: 1, name: 'Uno' },
    { value: 2, name: 'Dos' },
  ]
  expect(await select(prompter, '¿Cuál?', choices)).toBe(2)
  expect(shown()).toContain('mover')
  expect(shown()).not.toContain('navigate')
})

test.each([
  ['Ctrl-C', '\x03'],
  ['Ctrl-D', '\x04'],
])('%s leaves the command', async (_name, key) => {
  await expect(confirm(typing(key).prompter, '¿Enviar?')).rejects.toMatchObject({
    code: 'interrupted',
  })
})

test('a yes from a pipe does not confirm', async () => {
  const { prompter } = typing()
  const stdin = new PassThrough()
  stdin.end('y\n')
  await expect(confirm({ ...prompter, stdin }, '¿Enviar?')).rejects.toMatchObject({
    code: 'confirmation_needed',
  })
})

test('prompts need a terminal on both sides and no --no-input', () => {
  const person = { isTTY: true }
  const pipe = {}
  expect(mayAsk({ stdin: person, stderr: person }, { noInput: false })).toBe(true)
  expect(mayAsk({ stdin: pipe, stderr: person }, { noInput: false })).toBe(false)
  expect(mayAsk({ stdin: person, stderr: pipe }, { noInput: false })).toBe(false)
  expect(mayAsk({ stdin: person, stderr: person }, { noInput: true })).toBe(false)
})
