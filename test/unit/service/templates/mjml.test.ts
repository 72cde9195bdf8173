import { expect, test } from 'vitest'
import type { Failure } from '../../../../src/core/failure.ts'
import { renderMjml } from '../../../../src/service/templates/mjml.ts'

type Load = Parameters<typeof renderMjml>[1]

/** What the package gives its callers: HTML, what is wrong with the source, or something thrown. */
const packageThat =
  (render: (source: string, options: object) => unknown): Load =>
  async () =>
    ({ default: render }) as never // as far as we use it

const problemOf = (work: Promise<string>) =>
  work.then(
    () => undefined,
    (failure: Failure) => failure.details.problems?.[0],
  )

test('a missing package is reported as missing', async () => {
  const name = 'a-package-that-nobody-has'
  expect(await problemOf(renderMjml('<mjml>', () => import(name)))).toEqual({
    field: 'mjml',
    code: 'mjml_missing',
  })
})

test('a broken package is not reported as invalid MJML', async () => {
  const load = () => Promise.reject(new SyntaxError('Unexpected token'))
  await expect(renderMjml('<mjml>', load)).rejects.toThrow(SyntaxError)
})

test('includes never read local files', async () => {
  let given: object = {}
  const load = packageThat((_, options) => {
    given = options
    return { html: '<p>', errors: [] }
  })
  expect(await renderMjml('<mjml>', load)).toBe('<p>')
  expect(given).toMatchObject({ ignoreIncludes: true })
})

test('invalid MJML is reported with the message of the package', async () => {
  const errors = [{ formattedMessage: 'Line 3 (mj-txt) — Element mj-txt doesn’t exist' }]
  const wrong = renderMjml(
    '<mjml>',
    packageThat(() => ({ html: '', errors })),
  )
  expect(await problemOf(wrong)).toEqual({
    field: 'mjml',
    code: 'bad_mjml',
    values: { message: errors[0]?.formattedMessage },
  })
  const thrown = packageThat(() => {
    throw new Error('Malformed MJML')
  })
  expect(await problemOf(renderMjml('no MJML', thrown))).toMatchObject({
    code: 'bad_mjml',
    values: { message: 'Malformed MJML' },
  })
})

test('HTML over the size limit is refused', async () => {
  const html = 'x'.repeat(2 * 1024 * 1024 + 1)
  const work = renderMjml(
    '<mjml>',
    packageThat(async () => ({ html, errors: [] })),
  )
  expect(await problemOf(work)).toMatchObject({ field: 'mjml', code: 'too_long' })
})
