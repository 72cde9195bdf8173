import { expect, test } from 'vitest'
import { checkMessage } from '../../../../../src/service/campaigns/check/check-message.ts'
import { readMessage } from '../../../../../src/service/campaigns/check/message.ts'
import { brokenNewsletters } from '../../../../support/newsletters/broken.ts'
import { cleanNewsletters } from '../../../../support/newsletters/clean.ts'
import { type Newsletter, newsletterFields } from '../../../../support/newsletters/newsletter.ts'

function findingsOf({ asunto, preheader = '', html, text = '' }: Newsletter) {
  const source = { asunto, preheader, html, text }
  const findings = checkMessage(readMessage(source, { fields: newsletterFields }), {})
  return findings.map(({ code, values = {} }) => {
    const found = values.tag ?? values.url
    return found === undefined ? code : `${code} ${found}`
  })
}

const nameOf = ([code, found]: readonly [string, string?]): string =>
  found === undefined ? code : `${code} ${found}`

test('of the mistakes in 30 broken newsletters at least 95% are found, and few others are reported', () => {
  const results = brokenNewsletters.map((newsletter) => {
    const found = findingsOf(newsletter)
    const wanted = newsletter.mistakes.map(nameOf)
    return {
      missed: wanted.filter((each) => !found.includes(each)),
      wanted,
      invented: found
        .filter((each) => !wanted.includes(each))
        .map((each) => `${newsletter.name}: ${each}`),
    }
  })
  const missed = results.flatMap((each) => each.missed)
  const wanted = results.flatMap((each) => each.wanted)
  const invented = results.flatMap((each) => each.invented)
  const share = 1 - missed.length / wanted.length
  console.log(
    `${brokenNewsletters.length} broken newsletters: ${wanted.length - missed.length} of ${wanted.length} mistakes found (${(share * 100).toFixed(1)}%), ${invented.length} others reported`,
  )
  expect(brokenNewsletters.length).toBeGreaterThanOrEqual(30)
  expect(share, missed.join('\n')).toBeGreaterThanOrEqual(0.95)
  expect(invented.length / wanted.length, invented.join('\n')).toBeLessThanOrEqual(0.02)
})

test('text in brackets, and hosts that only some readers reach, are warned of and block nothing', () => {
  const html =
    '<p>Precios a la -baja-</p><a href="http://intranet/x">A</a> <a href="https://wiki.corp/">B</a> <a href="http://10.1.2.3/">C</a><img src="http://192.168.1.5/a.png" alt="x">'
  const source = { asunto: '[CIUDAD] Nueva tienda', preheader: '', html, text: '' }
  const message = readMessage(source, { fields: newsletterFields })
  const found = checkMessage(message, { postalAddress: 'C/ Mayor 1' })
  const about = found.filter(({ values }) => values?.tag ?? values?.url)
  expect(about.map(({ code, level, isFixable }) => [code, level, isFixable ?? false])).toEqual([
    ...Array(2).fill(['foreign_tag', 'warn', false]),
    ...Array(3).fill(['link_local', 'warn', false]),
    ['image_not_shown', 'warn', false],
  ])
})

test('of the clean newsletters at most 2% cause a finding', () => {
  const alarms = cleanNewsletters.flatMap((newsletter) => {
    const found = findingsOf(newsletter)
    return found.length === 0 ? [] : [`${newsletter.name}: ${found.join(', ')}`]
  })
  const share = alarms.length / cleanNewsletters.length
  console.log(
    `${cleanNewsletters.length} clean newsletters: ${alarms.length} false alarms (${(share * 100).toFixed(1)}%)`,
  )
  expect(cleanNewsletters.length).toBeGreaterThanOrEqual(40)
  expect(share, alarms.join('\n')).toBeLessThanOrEqual(0.02)
})
