import { isAbsolute, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Environment } from '../../config/env.ts'
import { Failure } from '../../core/failure.ts'
import type { ProblemCode } from '../../core/problem-codes.ts'
import { parseUrl } from '../../core/urls/parse-url.ts'

type MediaEnvironment = Pick<
  Environment,
  'awsAccessKeyId' | 'awsSecretAccessKey' | 'awsSessionToken' | 'awsRegion' | 'awsEndpoint'
>

/** Reads where images are stored. The address that is stored with each image has no credentials. */
export function readMedia(given: string | undefined, environment: MediaEnvironment) {
  const { awsAccessKeyId: accessKeyId, awsSecretAccessKey: secretAccessKey } = environment
  const { awsSessionToken: sessionToken } = environment
  // Also without an address: older images may be in a bucket.
  const credentials =
    accessKeyId && secretAccessKey
      ? { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) }
      : undefined
  const address = given === undefined ? undefined : addressOf(given, environment)
  if (address?.startsWith('s3:') && !credentials) throw misused('no_media_credentials')
  return { ...(address !== undefined && { address }), ...(credentials && { credentials }) }
}

function addressOf(given: string, { awsRegion, awsEndpoint }: MediaEnvironment): string {
  if (isAbsolute(given)) return pathToFileURL(resolve(given)).href
  const url = parseUrl(given)
  if (!url?.protocol || url.username !== '' || url.password !== '' || url.hash !== '') {
    throw misused('bad_media_url')
  }
  if (url.protocol === 'file:' && url.host === '' && url.search === '') return url.href
  if (url.protocol !== 's3:' || url.host === '') throw misused('bad_media_url')
  const unknown = [...url.searchParams.keys()].filter(
    (key) => key !== 'endpoint' && key !== 'region',
  )
  const endpoint = url.searchParams.get('endpoint') ?? awsEndpoint
  const server = endpoint === undefined ? undefined : parseUrl(endpoint)
  const isServer = server && /^https?:$/.test(server.protocol) && server.username === ''
  if (unknown.length > 0 || (endpoint !== undefined && !isServer)) throw misused('bad_media_url')
  const parameters = new URLSearchParams({
    ...(endpoint !== undefined && { endpoint }),
    region: url.searchParams.get('region') ?? awsRegion ?? 'us-east-1',
  })
  return `s3://${url.host}${url.pathname.replace(/(?<!\/)\/+$/, '')}?${parameters}`
}

const misused = (code: ProblemCode): Failure =>
  new Failure('usage', { problems: [{ field: '--media', code }] })
