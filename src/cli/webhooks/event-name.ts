/** Reads the name of the event from a body of unknown origin. */
export function eventName(payload: unknown): string | null {
  if (typeof payload !== 'object' || payload === null || !('event' in payload)) return null
  return typeof payload.event === 'string' ? payload.event : null
}

export function parsePayload(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return null // the signature covers any bytes
  }
}
