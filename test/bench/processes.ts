import { readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100
const MEGABYTE_IN_KILOBYTES = 1024

/** The figures of one process on Linux. */
export interface ProcessFigures {
  readonly name: string
  /** Its private memory, and its share of shared memory. */
  readonly megabytes: number
  /** Processor time of all its threads and ended children. */
  readonly processorSeconds: number
  /** Processor time of its first thread, which runs the embedded cloud. */
  readonly mainThreadSeconds: number
}

/** Returns the figures of a process and all its descendants, the process first. Linux only. */
export function figuresOf(pid: number): readonly ProcessFigures[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((entry) => /^\d+$/.test(entry))
      .map((entry) => [Number(entry), Number(statOf(`/proc/${entry}/stat`)[1])] as const),
  )
  const descendants = (parent: number): number[] =>
    [...parents].flatMap(([child, of]) => (of === parent ? [child, ...descendants(child)] : []))
  return [pid, ...descendants(pid)].map((each) => {
    const [, , , , , , , , , , , user, system, endedUser, endedSystem] = statOf(`/proc/${each}/stat`).map(Number)
    const [, , , , , , , , , , , mainUser, mainSystem] = statOf(`/proc/${each}/task/${each}/stat`).map(Number)
    const seconds = (...ticks: (number | undefined)[]) =>
      ticks.reduce<number>((sum, tick = 0) => sum + tick, 0) / TICKS_PER_SECOND
    return {
      name: read(`/proc/${each}/comm`).trim(),
      megabytes: Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${each}/smaps_rollup`))?.[1] ?? 0) / MEGABYTE_IN_KILOBYTES,
      processorSeconds: seconds(user, system, endedUser, endedSystem),
      mainThreadSeconds: seconds(mainUser, mainSystem),
    }
  })
}

/** Returns the fields after the name, which can contain spaces; the first is the state. */
function statOf(file: string): readonly string[] {
  const stat = read(file)
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Reads a file, or returns an empty text if the process has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
