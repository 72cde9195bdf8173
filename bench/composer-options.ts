// The options that compose.ts passes to this build. Another one gets those of composer-options-before.ts.
import type { CompileOptions } from '../src/service/delivery/compile-campaign.ts'
import type { Signature } from '../src/service/mail/mime.ts'
import { createSigningThreads } from '../src/service/signing/signing-threads.ts'

const threads = createSigningThreads()

export const tokenOptions = {
  keys: [
    { id: 1, secret: Buffer.alloc(32, 1) },
    { id: 2, secret: Buffer.alloc(16, 2), signsMessagesFrom: 0 },
  ],
} satisfies Partial<CompileOptions>

export const signatureBy = (signers: Signature['signers'], domain: string): Signature => ({
  signers,
  domain,
  threads,
})

export const closeSigning = (): Promise<void> => threads.close()
