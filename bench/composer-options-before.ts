// The options that compose.ts passes to a build without signing threads.
import type { CompileOptions } from '../src/service/delivery/compile-campaign.ts'
import type { Signature } from '../src/service/mail/mime.ts'

export const tokenOptions = {
  keys: [{ id: 1, secret: Buffer.alloc(32, 1) }],
} satisfies Partial<CompileOptions>

export const signatureBy = (signers: Signature['signers'], domain: string): Signature => ({
  signers,
  domain,
})

export async function closeSigning(): Promise<void> {}
