import * as z from 'zod'

/** What stops mail from being sent or accepted, now or soon. */
export const warning = z.object({ code: z.string(), message: z.string() })
