/** The initial number of slots. It doubles when more than half of them are used. */
const firstSlots = 1 << 12

/**
 * A set of 64-bit address hashes: 16 to 32 bytes per address, so that millions fit. Two addresses
 * with the same hash (a chance of one in 10^7 for a million addresses) count as a duplicate. No row
 * is lost: it is only sent later.
 */
export function createSeenAddresses() {
  let slots = firstSlots
  let table = new Uint32Array(slots * 2)
  let count = 0

  /** Returns false if the key was already present. */
  function add(key: string): boolean {
    const [high, low] = hash64(key)
    if (!put(high, low)) return false
    count++
    if (count * 2 > slots) grow()
    return true
  }

  function put(high: number, low: number): boolean {
    for (let slot = low & (slots - 1); ; slot = (slot + 1) & (slots - 1)) {
      const index = slot * 2
      if (table[index] === 0 && table[index + 1] === 0) {
        table[index] = high
        table[index + 1] = low
        return true
      }
      if (table[index] === high && table[index + 1] === low) return false
    }
  }

  function grow(): void {
    const before = table
    slots *= 2
    table = new Uint32Array(slots * 2)
    for (let index = 0; index < before.length; index += 2) {
      const high = before[index] ?? 0
      const low = before[index + 1] ?? 0
      if (high !== 0 || low !== 0) put(high, low)
    }
  }

  return { add }
}

/**
 * Two 32-bit multiplicative hashes, mixed with each other at the end. Never returns two zeros,
 * which mark an empty slot.
 */
function hash64(text: string): readonly [number, number] {
  let high = 0x811c9dc5
  let low = 0x9e3779b9
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    high = Math.imul(high ^ code, 0x01000193)
    low = Math.imul(((low << 5) | (low >>> 27)) ^ code, 0x5bd1e995)
  }
  high = avalanche(high ^ text.length)
  low = avalanche(low ^ high)
  return [high, low === 0 && high === 0 ? 1 : low]
}

/** Each input bit changes half of the output bits on average. */
function avalanche(value: number): number {
  let mixed = value ^ (value >>> 16)
  mixed = Math.imul(mixed, 0x7feb352d)
  mixed ^= mixed >>> 15
  mixed = Math.imul(mixed, 0x846ca68b)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
