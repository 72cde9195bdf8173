import { serveSigning } from './signing/serve-signing.ts'

/** The entry point of a thread that signs messages. */
serveSigning()
