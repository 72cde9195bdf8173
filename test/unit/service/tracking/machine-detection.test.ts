import { expect, test } from 'vitest'
import {
  classifyClick,
  classifyOpen,
  isCountedRequest,
  isMachineAgent,
} from '../../../../src/service/tracking/machine-detection.ts'

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36'
const gmail =
  'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)'
const minute = 60_000

test.each([
  ['Chrome', chrome],
  ['Gmail through its proxy', gmail],
  ['Yahoo through its proxy', 'YahooMailProxy; https://help.yahoo.com/kb/SLN28749.html'],
  ['Outlook', 'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0; Pro)'],
  [
    'Apple Mail without protection',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)',
  ],
  ['Thunderbird', 'Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 Thunderbird/115.3'],
  [
    'a Cubot telephone',
    'Mozilla/5.0 (Linux; Android 9; CUBOT X19) AppleWebKit/537.36 Mobile Safari/537.36',
  ],
])('%s a minute after delivery is a person', (_, agent) => {
  expect(classifyOpen({ isMachineAgent: isMachineAgent(agent), msSinceDelivery: minute })).toBe(
    'person',
  )
})

test.each([
  ["Apple's prefetch", 'Mozilla/5.0'],
  ['no name', undefined],
  ['an empty name', ' '],
  ['a crawler', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
  ['a link preview', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'],
  ['a gateway', 'Mozilla/5.0 (compatible; BarracudaCentral)'],
  ['a script', 'python-requests/2.31.0'],
  ['a browser without a screen', 'Mozilla/5.0 (X11) HeadlessChrome/120.0 Safari/537.36'],
])('%s is always a machine', (_, agent) => {
  expect(
    classifyOpen({ isMachineAgent: isMachineAgent(agent), msSinceDelivery: 24 * 60 * minute }),
  ).toBe('machine')
})

test('a visit within seconds of delivery is a machine, and the window is configurable', () => {
  expect(classifyOpen({ isMachineAgent: isMachineAgent(gmail), msSinceDelivery: 9_999 })).toBe(
    'machine',
  )
  expect(classifyOpen({ isMachineAgent: isMachineAgent(gmail), msSinceDelivery: 10_000 })).toBe(
    'person',
  )
  expect(classifyOpen({ isMachineAgent: isMachineAgent(chrome), msSinceDelivery: -5 })).toBe(
    'machine',
  )
  expect(classifyOpen({ isMachineAgent: isMachineAgent(chrome), msSinceDelivery: 500 }, 400)).toBe(
    'person',
  )
})

const clicks = (linksInBurst: number, linksInMessage: number) =>
  classifyClick({
    isMachineAgent: isMachineAgent(chrome),
    msSinceDelivery: minute,
    linksInBurst,
    linksInMessage,
  })

test('a click on one link is a person, also in a message with only one link', () => {
  expect([clicks(1, 20), clicks(1, 1), clicks(2, 20)]).toEqual(['person', 'person', 'person'])
})

test('clicks on all links at once, or on three of many, are a machine', () => {
  expect([clicks(2, 2), clicks(3, 20), clicks(20, 20)]).toEqual(['machine', 'machine', 'machine'])
})

test('a click within seconds of delivery is a machine', () => {
  const signs = {
    isMachineAgent: isMachineAgent(chrome),
    msSinceDelivery: 3_000,
    linksInBurst: 1,
    linksInMessage: 9,
  }
  expect(classifyClick(signs)).toBe('machine')
  expect(classifyClick(signs, 1_000)).toBe('person')
})

test('HEAD requests and prefetches are not visits', () => {
  expect(isCountedRequest('GET', { 'user-agent': chrome })).toBe(true)
  expect(isCountedRequest('HEAD', {})).toBe(false)
  expect(isCountedRequest('GET', { 'sec-purpose': 'prefetch;prerender' })).toBe(false)
  expect(isCountedRequest('GET', { purpose: 'prefetch' })).toBe(false)
  expect(isCountedRequest('GET', { 'x-moz': 'prefetch' })).toBe(false)
})
