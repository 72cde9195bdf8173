import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** A certificate and its key as PEM, with the minimum of X.509 fields (RFC 5280) that Node accepts. */
export interface Identity {
  cert: string
  key: string
}

export interface Authority {
  /** The certificate that clients must trust. */
  cert: string
  issue(name: string, validity?: Validity): Identity
}

interface Validity {
  from?: Date
  until?: Date
}

const day = 86_400_000

export function createAuthority(name: string): Authority {
  const { publicKey, privateKey } = newKeys()
  const content = { subject: name, publicKey, isAuthority: true }
  const signer = { issuer: name, privateKey }
  return {
    cert: pem('CERTIFICATE', certificate(content, signer, {})),
    issue(subject, validity = {}) {
      const keys = newKeys()
      const content = { subject, publicKey: keys.publicKey, isAuthority: false }
      return {
        cert: pem('CERTIFICATE', certificate(content, signer, validity)),
        key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      }
    },
  }
}

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

interface CertificateContent {
  subject: string
  publicKey: KeyObject
  isAuthority: boolean
}

function certificate(
  { subject, publicKey, isAuthority }: CertificateContent,
  { issuer, privateKey }: { issuer: string; privateKey: KeyObject },
  { from = new Date(Date.now() - day), until = new Date(Date.now() + day) }: Validity,
): Buffer {
  const algorithm = sequence(oid(ecdsaWithSha256))
  const extensions = isAuthority
    ? [extension(basicConstraints, sequence(der(0x01, Buffer.from([0xff]))))]
    : [extension(subjectAltName, sequence(der(0x82, Buffer.from(subject))))]
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))), // version 3
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    nameOf(issuer),
    sequence(time(from), time(until)),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  )
  const signature = sign('sha256', signed, privateKey)
  return sequence(signed, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])))
}

const ecdsaWithSha256 = '2a8648ce3d040302'
const commonName = '550403'
const basicConstraints = '551d13'
const subjectAltName = '551d11'

function der(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: Buffer[]): Buffer => der(0x30, Buffer.concat(parts))

const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))

const nameOf = (text: string): Buffer =>
  sequence(der(0x31, sequence(oid(commonName), der(0x0c, Buffer.from(text)))))

/** Encodes a GeneralizedTime with a precision of one second. */
const time = (at: Date): Buffer =>
  der(0x18, Buffer.from(`${at.toISOString().replace(/\D/g, '').slice(0, 14)}Z`))

const extension = (id: string, value: Buffer): Buffer => sequence(oid(id), der(0x04, value))

const pem = (label: string, content: Buffer): string =>
  `-----BEGIN ${label}-----\n${content.toString('base64').replace(/.{1,64}/g, '$&\n')}-----END ${label}-----\n`
