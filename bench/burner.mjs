// Uses a share of one processor and does nothing else: the control for a flood, which costs the machine its own
// processor time too. `node bench/burner.mjs SHARE`, until SIGTERM.
const share = Math.min(Number(process.argv[2]), 1)
const periodMs = 20

function burn() {
  const until = performance.now() + periodMs * share
  while (performance.now() < until);
  setTimeout(burn, periodMs * (1 - share))
}
process.once('SIGTERM', () => process.exit())
burn()
