import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { newFolder } from '../folder.ts'

interface S3rver {
  run(): Promise<AddressInfo>
  close(): Promise<void>
}

type S3rverClass = new (settings: {
  address: string
  port: number
  silent: boolean
  directory: string
  configureBuckets: readonly { name: string; configs: readonly string[] }[]
}) => S3rver

interface SignedRequest {
  service: 's3'
  region: string
  method: string
  host: string
  path: string
  headers: Record<string, string>
}

type Sign = (request: SignedRequest, credentials: object) => { headers: Record<string, string> }

// They have no types.
const require = createRequire(import.meta.url)
const S3rver: S3rverClass = require('s3rver')
const { sign }: { sign: Sign } = require('aws4')

/** The only account of the server. */
export const s3Credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

/**
 * Starts s3rver, and in front of it a server that checks signatures by the package aws4: s3rver checks only the
 * older ones.
 */
export async function startS3(bucket: string, { port = 0, folder = newFolder() } = {}) {
  const server = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, directory: folder },
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  const behind = await server.run()
  const front = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    if (!isSigned(request, body)) {
      response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
      return
    }
    const { method = '', url = '', headers } = request
    const answer = await fetch(`http://127.0.0.1:${behind.port}${url}`, {
      method,
      headers: headers['content-type'] ? { 'content-type': headers['content-type'] } : {},
      ...(method === 'PUT' && { body }),
    })
    response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>((resolve) => front.listen(port, '127.0.0.1', resolve))
  const { port: listening } = front.address() as AddressInfo // it listens on a port
  return {
    ...{ origin: `http://127.0.0.1:${listening}`, port: listening, folder },
    async close() {
      front.closeAllConnections()
      await new Promise((resolve) => front.close(resolve))
      await server.close()
    },
  }
}

function isSigned({ method = '', url = '', headers }: IncomingMessage, body: Buffer): boolean {
  const authorization = headers.authorization ?? ''
  const [, region = ''] = /Credential=[^/]+\/\d+\/([^/]+)\/s3\//.exec(authorization) ?? []
  const [, names = ''] = /SignedHeaders=([^,]+)/.exec(authorization) ?? []
  const signed = Object.fromEntries(names.split(';').map((name) => [name, String(headers[name])]))
  const { host = '', ...rest } = signed
  const request = { method, host, path: url, headers: rest, region, service: 's3' as const }
  const expected = sign(request, s3Credentials).headers.Authorization ?? ''
  const signatureIn = (text: string) => /Signature=(\w+)/.exec(text)?.[1]
  const hash = createHash('sha256').update(body).digest('hex')
  return (
    headers['x-amz-content-sha256'] === hash && signatureIn(authorization) === signatureIn(expected)
  )
}
