/** Channels show the typing indicator for 25 seconds, or until the reply. */
const AGAIN_MILLISECONDS = 20_000

/** Shows the typing indicator now, and again before it ends. `show` never rejects. Returns a function that stops it. */
export function keepTyping(show: () => Promise<void>): () => void {
  void show()
  const timer = setInterval(() => void show(), AGAIN_MILLISECONDS)
  timer.unref()
  return () => clearInterval(timer)
}
