/** What a body says happened; anybody may have written it, so nothing of it is taken for granted. */
export function eventName(payload: unknown): string | null {
  if (typeof payload !== 'object' || payload === null || !('event' in payload)) return null
  return typeof payload.event === 'string' ? payload.event : null
}

export function parsePayload(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return null // The signature is over bytes, whatever they are.
  }
}
