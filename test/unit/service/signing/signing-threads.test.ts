import type { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { composeSigned, type MailMessage } from '../../../../src/service/mail/mime.ts'
import { ScratchBuffer } from '../../../../src/service/mail/scratch-buffer.ts'
import {
  createSigningThreads,
  type SigningThreads,
} from '../../../../src/service/signing/signing-threads.ts'
import { testSigners } from '../../../support/mail/signing-keys.ts'

const signers = await testSigners()
const domain = 'tienda.example'
const started: Worker[] = []
const onWorker = (worker: Worker) => started.push(worker)
let threads: SigningThreads

beforeEach(() => {
  started.length = 0
  process.on('worker', onWorker)
  threads = createSigningThreads(2)
})

afterEach(async () => {
  process.off('worker', onWorker)
  await threads.close()
})

const messageOf = (index: number): MailMessage => ({
  from: { address: 'hola@tienda.example', name: 'Tienda Ñandú' },
  to: { address: `ana${index}@correo.example` },
  subject: 'Rebajas de enero',
  date: new Date('2026-03-01T10:20:30Z'),
  messageId: `1.${index}@mail.example`,
  boundary: `1.${index}`,
  // Some need to be relaxed, and some are longer than the memory that is reused.
  html: `<p>Hola ${index % 2 === 0 ? '  \t ' : ''}Ana</p>\n`.repeat(index === 7 ? 20_000 : 20),
  text: 'Hola\n\n',
})

const compose = async (index: number, by?: SigningThreads, signedBy = signers) =>
  (
    await composeSigned(
      messageOf(index),
      { signers: signedBy, domain, threads: by },
      new ScratchBuffer(),
    )
  ).raw.toString('latin1')

const indexes = Array.from({ length: 60 }, (_, index) => index)
const composeAll = () => Promise.all(indexes.map((index) => compose(index, threads)))
const expected = await Promise.all(indexes.map((index) => compose(index)))

test('threads sign as this one does, also in memory that is reused', async () => {
  expect(started).toHaveLength(0)
  expect(await composeAll()).toEqual(expected)
  expect(started.length).toBeGreaterThan(0)
  expect(started.length).toBeLessThanOrEqual(2)
  const buffer = new ScratchBuffer()
  for (const index of indexes.slice(0, 20)) {
    const signature = { signers, domain, threads }
    const { raw } = await composeSigned(messageOf(index), signature, buffer)
    expect(raw.toString('latin1')).toBe(expected[index])
  }
})

test('messages of a thread that ends are signed all the same, and another thread takes over', async () => {
  const composed = composeAll()
  await Promise.resolve()
  await started[0]?.terminate()
  expect(await composed).toEqual(expected)
  expect(await composeAll()).toEqual(expected)
})

test('when no thread can run, this one signs', async () => {
  const endAll = (worker: Worker) => void worker.terminate()
  process.on('worker', endAll)
  try {
    expect(await composeAll()).toEqual(expected)
    expect(await composeAll()).toEqual(expected)
    expect(await composeAll()).toEqual(expected)
    const before = started.length
    expect(await compose(1, threads)).toBe(expected[1])
    expect(started).toHaveLength(before)
  } finally {
    process.off('worker', endAll)
  }
})

test('a stop leaves no message unsigned', async () => {
  const composed = composeAll()
  await Promise.resolve()
  await threads.close()
  expect(await composed).toEqual(expected)
  expect(await compose(1, threads)).toBe(expected[1])
})

test('a key that cannot sign fails its own message only', async () => {
  const broken = signers.map((signer) => ({ ...signer, selector: 'x'.repeat(5000) }))
  const [good, bad, other] = await Promise.allSettled([
    compose(1, threads),
    compose(2, threads, broken),
    compose(3, threads),
  ])
  expect(good).toEqual({ status: 'fulfilled', value: expected[1] })
  expect(bad?.status).toBe('rejected')
  expect(other).toEqual({ status: 'fulfilled', value: expected[3] })
})

test('a thread forgets domains and memories when there are hundreds of them', async () => {
  const sign = async (index: number, by?: SigningThreads) => {
    const signature = { signers: signers.slice(1), domain: `d${index}.example`, threads: by }
    return composeSigned(messageOf(index), signature, new ScratchBuffer())
  }
  for (let index = 0; index < 300; index += 60) {
    const some = Array.from({ length: 60 }, (_, offset) => sign(1000 + index + offset, threads))
    const [first] = await Promise.all(some)
    expect(first).toEqual(await sign(1000 + index))
  }
})
