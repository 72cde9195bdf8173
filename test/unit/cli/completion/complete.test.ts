import { expect, test } from 'vitest'
import { complete } from '../../../../src/cli/completion/complete.ts'

const seen = { campaigns: [{ id: '7', name: 'Primavera' }], lists: [{ id: '3', name: 'Clientes' }] }

const ask = (...words: string[]) =>
  complete(words, {
    language: 'en',
    findNames: (noun) => seen[noun as keyof typeof seen] ?? [],
  })
const values = (...words: string[]) => ask(...words).candidates.map(({ value }) => value)

test('the first word completes to nouns, the second to their verbs', () => {
  expect(values('cam')).toEqual(['campaigns'])
  expect(values('campaigns', 'cre')).toEqual(['create'])
  expect(values('lists', 'fields', 'c')).toEqual(['create'])
})

test('a flag is offered with its description until it is typed', () => {
  expect(ask('campaigns', 'create', '--sub').candidates).toEqual([
    { value: '--subject', help: 'The subject.' },
  ])
  expect(values('campaigns', 'create', '--subject', 'Hi', '--sub')).toEqual([])
  expect(values('campaigns', 'create', '--list', '3', '--lis')).toEqual(['--list'])
})

test('the value of a flag completes to its choices, known lists or files', () => {
  expect(values('campaigns', 'list', '--status', 'sen')).toEqual(['sending', 'sent'])
  expect(ask('campaigns', 'create', '--list', '').candidates).toEqual([
    { value: '3', help: 'Clientes' },
  ])
  expect(ask('campaigns', 'create', '--html', '')).toEqual({ candidates: [], wantsFiles: true })
})

test('an id is offered with its name, at any position among flags', () => {
  expect(ask('campaigns', 'send', '').candidates).toEqual([{ value: '7', help: 'Primavera' }])
  expect(values('--profile', 'live', 'campaigns', 'send', '--wait', '')).toEqual(['7'])
})

test('an unknown verb has no completions and causes no error', () => {
  expect(ask('nonsense', '').candidates).toEqual([])
  expect(ask('campaigns', 'list', '--subject', '').candidates).toEqual([])
})
