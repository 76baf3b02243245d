import { PATHS } from '../hostile-text/paths.ts'
import { WORST_TEXTS } from '../hostile-text/worst-texts.ts'
import { printFindings } from './judge.ts'

const MEGABYTE = 1024 * 1024

/**
 * Measures the processor time of 1 MB of each worst text where text of strangers is processed. Exits with 1 above a
 * limit. The first argument is a part of the paths' names.
 */
export async function run([part = '']: readonly string[]): Promise<void> {
  process.env.STAGE ??= 'bench'
  const paths = Object.entries(PATHS).filter(([name]) => name.includes(part))
  const rows: Record<string, object> = {}
  const slow: string[] = []
  for (const [name, { limitMs, process: work }] of paths) {
    // The code is compiled before it is measured.
    await work('warm '.repeat(1000))
    const times: [text: string, ms: number][] = []
    for (const [text, build] of Object.entries(WORST_TEXTS))
      times.push([text, await processorTime(build(MEGABYTE), work)])
    const sorted = times.toSorted(([, a], [, b]) => b - a)
    const [slowest, ms] = sorted[0] ?? ['', 0]
    rows[name] = {
      'slowest text': slowest,
      ms: Math.round(ms),
      'median ms': Math.round(sorted[Math.floor(sorted.length / 2)]?.[1] ?? 0),
      'limit ms': limitMs,
    }
    slow.push(
      ...sorted
        .filter(([, each]) => each > limitMs)
        .map(([text, each]) => `${name}, ${text}: ${Math.round(each)} ms, limit ${limitMs} ms`),
    )
  }
  console.log(`Processor time of 1 MB in each of ${Object.keys(WORST_TEXTS).length} worst texts`)
  console.table(rows)
  printFindings({ figures: {}, broken: { 'each text is processed within the limit': slow } })
}

/** Returns the processor time in milliseconds: the lower one of two measurements, because collecting garbage is counted, too. */
async function processorTime(text: string, work: (text: string) => unknown): Promise<number> {
  const times: number[] = []
  for (const _ of [1, 2]) {
    const before = process.cpuUsage()
    await work(text)
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1000)
    if ((times[0] ?? 0) < 20 || (times[0] ?? 0) > 2000) break
  }
  return Math.min(...times)
}
