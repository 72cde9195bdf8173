import { expect, test } from 'vitest'
import { tree } from '../../../../src/cli/generated/tree.ts'
import { subjectOf } from '../../../../src/cli/program/problem-subject.ts'

const subjectIn = (verb: string, path: string) =>
  subjectOf(
    path,
    tree.find((each) => each.path === verb),
    'es',
  )

test.each([
  ['campaigns create', 'asunto', '--subject'],
  ['campaigns create', 'list_id', '--list'],
  ['campaigns create', '--at', '--at'],
  ['contacts add', 'customFields.ciudad', '--field ciudad'],
  ['contacts bulk', 'contacts.0', '--contact 1'],
  ['segments create', '/conditions/rules/0/field', '--conditions /rules/0/field'],
  ['contacts get', 'contact', '<CONTACTO>'],
  ['contacts list', 'cursor', '--cursor'],
  ['contacts add', 'something_else', 'something_else'],
])('in %s, the field %s is named %s', (verb, path, subject) =>
  expect(subjectIn(verb, path)).toBe(subject),
)

test('a path stays as it is where no verb was recognized', () =>
  expect(subjectOf('asunto', undefined, 'en')).toBe('asunto'))
