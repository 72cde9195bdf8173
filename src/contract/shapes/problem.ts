import * as z from 'zod'

const values = z.record(z.string(), z.union([z.string(), z.number()]))

/** An error of the service (RFC 9457). `code` is stable and never translated. */
export const problemDocument = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
  request_id: z.string(),
  values: values.optional(),
  /** `values` are those in `message`, such as the choices. */
  errors: z.array(
    z.object({
      field: z.string(),
      code: z.string(),
      message: z.string(),
      values: values.optional(),
    }),
  ),
})
