import * as z from 'zod'
import { languages } from '../../core/language.ts'
import { roles } from '../endpoint.ts'
import { count, email, id, instant, zone } from './wire.ts'

export const userStatuses = ['active', 'suspended', 'unconfirmed'] as const
/** The values that a status can be set to. */
export const settableStatuses = ['active', 'suspended'] as const

const username = z
  .string()
  .min(3)
  .max(64)
  .regex(/^[\w.@+-]+$/)
/** NIST SP 800-63B: at least eight characters, and long passwords are allowed. */
const newPassword = z.string().min(8).max(1024)

/** Accepts any case: `admin`, `Admin`, `ADMIN`. */
/** In any case, as other services of this API write them. */
const roleIn = z
  .string()
  .regex(/^(admin|reseller|user)$/i)
  .meta({ choices: roles })

export const signupInput = z.strictObject({
  email,
  username,
  pass: newPassword,
  language: z.enum(languages).optional(),
  /** Where only people with an invite may sign up. */
  invite: z.string().max(100).optional(),
})

const maxInviteDays = 90

export const inviteInput = z.strictObject({
  /** For how long the code can be used. */
  days: z.int().min(1).max(maxInviteDays).default(7),
})

/** The only answer with the code itself. */
export const inviteCreated = z.object({
  id,
  code: z.string(),
  created_at: instant,
  expires_at: instant,
})

export const forgotInput = z.strictObject({
  /** The user name or the address. */
  login: z.string().trim().min(1).max(320),
})

export const resetInput = z.strictObject({ code: z.string().trim().max(100), pass: newPassword })

export const quotaEdit = z
  .strictObject({
    monthly_sends: count,
    contacts_max: count,
    ai_generations: count,
    rate_per_hour: count,
  })
  .partial()

export const userInput = z.strictObject({
  username,
  email,
  pass: newPassword,
  nombre: z.string().max(255).optional(),
  role: roleIn.optional(),
  language: z.enum(languages).optional(),
  quota: quotaEdit.optional(),
})

export const userEdit = z
  .strictObject({
    username,
    email,
    nombre: z.string().max(255),
    pass: newPassword,
    language: z.enum(languages),
  })
  .partial()

export const roleInput = z.strictObject({ role: roleIn })

export const quota = z.object({
  plan: z.string(),
  monthly_sends: count,
  used: count,
  contacts_max: count,
  contacts_used: count,
  ai_generations: count,
  rate_per_hour: count,
  resets_at: instant,
})

export const user = z.object({
  id,
  username: z.string(),
  email: z.string(),
  nombre: z.string(),
  role: z.enum(roles),
  parent_id: id.nullable(),
  status: z.enum(userStatuses),
  language: z.enum(languages),
  /** Whether all its mail goes to an inbox of its own. */
  sandbox: z.boolean(),
  quota,
  created_at: instant,
})

/** What an assistant may do on behalf of the account. */
export const mcpPermissions = ['read', 'draft', 'act'] as const

export const meOutput = user.extend({
  timezone: z.string(),
  permissions: z.array(z.string()),
  mcp_permissions: z.array(z.enum(mcpPermissions)),
  any_form_origin: z.boolean(),
  /** The impersonating account, if this session is an impersonation. */
  impersonated_by: id.nullable(),
  /** What the token may do; null if it may do what the account may. */
  scopes: z.array(z.string()).nullable(),
  /** The API key of the request, if it is not a session. */
  key: z
    .object({ id, name: z.string(), prefix: z.string(), expires_at: instant.nullable() })
    .nullable(),
})

/** A new password requires the old one. */
export const meEdit = z
  .strictObject({
    nombre: z.string().max(255),
    email,
    language: z.enum(languages),
    timezone: zone,
    pass: newPassword,
    old_pass: z.string().max(1024),
    mcp_permissions: z.array(z.enum(mcpPermissions)),
    /** Whether lists may name `*` in `form_origins`. */
    any_form_origin: z.boolean(),
  })
  .partial()

export const rolePermissions = z.object({
  role: z.enum(roles),
  permissions: z.array(z.string()),
})

export const subaccount = user.extend({
  /** 1 is a direct child. */
  depth: z.int().positive(),
})

export const impersonation = z.object({ token: z.string(), expires_at: instant })
