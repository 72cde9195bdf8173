import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsV4Signer } from 'aws4fetch'
import type { Clock } from '../../../core/clock.ts'
import { Failure } from '../../../core/failure.ts'
import type { S3Credentials } from '../../service.ts'
import type { ImageStorage } from './image-storage.ts'

interface BucketOptions {
  credentials: S3Credentials | undefined
  clock: Pick<Clock, 'now'>
}

interface S3Request {
  method: 'GET' | 'PUT' | 'DELETE'
  name: string
  content?: Buffer
  type?: string
}

/** From the start of a request to its last byte. */
const timeoutMs = 30_000

/** Images in a bucket of Amazon S3, or of a server with the same protocol. */
export function createBucket(address: string, { credentials, clock }: BucketOptions): ImageStorage {
  const { base, region } = readBucket(address)

  async function send({ method, name, content, type }: S3Request): Promise<Response> {
    if (!credentials) throw new Failure('unavailable')
    const hash = createHash('sha256')
      .update(content ?? '')
      .digest('hex')
    const signed = await new AwsV4Signer({
      ...{ method, url: `${base}/${name}`, service: 's3', region },
      ...credentials,
      headers: { 'x-amz-content-sha256': hash, ...(type && { 'content-type': type }) },
      datetime: new Date(clock.now()).toISOString().replace(/[:-]|\.\d{3}/g, ''),
    }).sign()
    const response = await fetch(signed.url, {
      ...{ method, headers: signed.headers, redirect: 'error' },
      ...(content && { body: new Uint8Array(content) }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const isDone = response.ok || (method === 'DELETE' && response.status === 404)
    if (isDone) return response
    const reason = (await response.text()).slice(0, 300)
    throw new Error(`${method} ${base}: ${response.status} ${reason}`)
  }

  return {
    async write(name, content, type) {
      await (await send({ method: 'PUT', name, content, type })).arrayBuffer()
    },
    async read(name) {
      const { body } = await send({ method: 'GET', name })
      // `fetch` types its stream by the browser's declarations.
      return body ? Readable.fromWeb(body as ReadableStream) : Readable.from([])
    },
    async remove(name) {
      await (await send({ method: 'DELETE', name })).arrayBuffer()
    },
  }
}

/**
 * Returns the address of the objects. With an endpoint the bucket is in the path, because servers of one's own
 * have no name for each bucket. Amazon has.
 */
function readBucket(address: string): { base: string; region: string } {
  const { host: bucket, pathname, searchParams } = new URL(address)
  const prefix = pathname.replace(/(?<!\/)\/+$/, '')
  const region = searchParams.get('region') ?? 'us-east-1'
  const endpoint = searchParams.get('endpoint')?.replace(/(?<!\/)\/+$/, '')
  const base =
    endpoint === undefined
      ? `https://${bucket}.s3.${region}.amazonaws.com`
      : `${endpoint}/${bucket}`
  return { base: base + prefix, region }
}
