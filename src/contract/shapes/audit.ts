import * as z from 'zod'
import { id, instant } from './wire.ts'

/** A value before and after a change. A password is shown as changed, never as a value. */
const auditChange = z.object({
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})

export const auditEntry = z.object({
  id,
  at: instant,
  /** Who did it; null for an operator, in the database itself. */
  actor_id: id.nullable(),
  actor: z.string().nullable(),
  /** The account in which it was done. */
  account_id: id,
  account: z.string().nullable(),
  /** The API key with which it was done. */
  key_id: id.nullable(),
  key: z.string().nullable(),
  /** The program, as it names itself: an assistant, the command line, a script. */
  client: z.string().nullable(),
  ip: z.string().nullable(),
  /** The route, without ids. */
  act: z.string(),
  /** The route with its ids. Addresses are left out. */
  path: z.string().nullable(),
  /** The id of what was created. */
  new_id: id.nullable(),
  changes: z.array(auditChange),
})
