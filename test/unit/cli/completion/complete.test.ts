import { expect, test } from 'vitest'
import { complete } from '../../../../src/cli/completion/complete.ts'

const seen = {
  campaigns: [
    { id: '7', name: 'Primavera' },
    { id: '8', name: 'Otoño' },
    { id: '9', name: 'Rebajas' },
    { id: '10', name: 'Rebajas' },
  ],
  lists: [{ id: '3', name: 'Clientes de Soria' }],
  senders: [{ id: '1', name: 'news@example.org' }],
  users: [{ id: '4', name: 'lucia' }],
  fields: [{ id: '5', name: 'Ciudad' }],
}

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

test('shortcuts complete, and their flags', () => {
  expect(ask('who').candidates).toEqual([{ value: 'whoami', help: expect.stringMatching(/./) }])
  expect(values('log')).toEqual(['login', 'logout'])
  expect(values('login', '--rem')).toEqual(['--remember-me'])
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
  expect(values('auth', 'keys', 'create', '--scope', 'contacts:w')).toEqual(['contacts:write'])
  expect(ask('campaigns', 'create', '--list', '').candidates).toEqual([
    { value: 'Clientes de Soria', help: '3' },
  ])
  expect(ask('campaigns', 'create', '--html', '')).toEqual({ candidates: [], wantsFiles: true })
})

test('a name is offered with its number, at any position among flags, ignoring case and accents', () => {
  expect(ask('campaigns', 'send', 'pri').candidates).toEqual([{ value: 'Primavera', help: '7' }])
  expect(values('--profile', 'live', 'campaigns', 'send', '--wait', 'oton')).toEqual(['Otoño'])
  expect(values('campaigns', 'compare', 'Primavera', 'oto')).toEqual(['Otoño'])
})

test('a number is offered where it was begun, or where two things have the same name', () => {
  expect(values('campaigns', 'send', '7')).toEqual(['7'])
  expect(ask('campaigns', 'send', '').candidates.slice(2)).toEqual([
    { value: '9', help: 'Rebajas' },
    { value: '10', help: 'Rebajas' },
  ])
})

test('every kind of thing is offered where it goes', () => {
  expect(values('campaigns', 'create', '--from-mail', '')).toEqual(['news@example.org'])
  expect(values('users', 'delete', 'lucia', '--transfer-to', '')).toEqual(['lucia'])
  expect(values('lists', 'fields', 'delete', 'ciu')).toEqual(['Ciudad'])
  expect(values('campaigns', 'create', '--list=clientes')).toEqual(['--list=Clientes de Soria'])
  expect(values('lists', 'get', '"clientes de')).toEqual(['Clientes de Soria'])
  expect(values('lists', 'get', 'clientes\\ de')).toEqual(['Clientes de Soria'])
})

test('the choices of an argument are offered, such as the topics of help', () => {
  expect(values('help', 'out')).toEqual(['output'])
  expect(values('completion', 'z')).toEqual(['zsh'])
  expect(ask('templates', 'import', '')).toEqual({ candidates: [], wantsFiles: true })
})

test('an unknown verb has no completions and causes no error', () => {
  expect(ask('nonsense', '').candidates).toEqual([])
  expect(ask('campaigns', 'list', '--subject', '').candidates).toEqual([])
})
