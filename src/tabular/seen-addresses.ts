/** Slots for a start; doubled whenever more than half of them are taken. */
const firstSlots = 1 << 12

/**
 * The addresses of a file, each as a 64-bit hash: 16 to 32 bytes an address, so that millions fit. Two
 * addresses with one hash (one chance in 10^7 among a million) are taken for a repetition, which costs
 * no row: it is sent too, only later.
 */
export function createSeenAddresses() {
  let slots = firstSlots
  let table = new Uint32Array(slots * 2)
  let count = 0

  /** False when it was there already. */
  function add(key: string): boolean {
    const [high, low] = hash64(key)
    if (!put(high, low)) return false
    count++
    if (count * 2 > slots) grow()
    return true
  }

  function put(high: number, low: number): boolean {
    for (let slot = low & (slots - 1); ; slot = (slot + 1) & (slots - 1)) {
      const at = slot * 2
      if (table[at] === 0 && table[at + 1] === 0) {
        table[at] = high
        table[at + 1] = low
        return true
      }
      if (table[at] === high && table[at + 1] === low) return false
    }
  }

  function grow(): void {
    const before = table
    slots *= 2
    table = new Uint32Array(slots * 2)
    for (let at = 0; at < before.length; at += 2) {
      const high = before[at] ?? 0
      const low = before[at + 1] ?? 0
      if (high !== 0 || low !== 0) put(high, low)
    }
  }

  return { add }
}

/** Two 32-bit multiplicative hashes, each mixed with the other at the end. Never 0 and 0: that is an empty slot. */
function hash64(text: string): readonly [number, number] {
  let high = 0x811c9dc5
  let low = 0x9e3779b9
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    high = Math.imul(high ^ code, 0x01000193)
    low = Math.imul(((low << 5) | (low >>> 27)) ^ code, 0x5bd1e995)
  }
  high = avalanche(high ^ text.length)
  low = avalanche(low ^ high)
  return [high, low === 0 && high === 0 ? 1 : low]
}

/** Every bit of the input moves half of those of the output. */
function avalanche(value: number): number {
  let mixed = value ^ (value >>> 16)
  mixed = Math.imul(mixed, 0x7feb352d)
  mixed ^= mixed >>> 15
  mixed = Math.imul(mixed, 0x846ca68b)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
