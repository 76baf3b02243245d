import { readFileSync, writeFileSync } from 'node:fs'
import * as v from 'valibot'
import { DESIGNS } from '../design.ts'
import { formatted, markdownTable } from '../page.ts'
import { workloadAt } from '../workload.ts'
import { type Run, scenarioOf } from './scenario.ts'
import { type Simulated, simulate } from './simulate.ts'

/** The sizes of docs/scale.md. `sample`: the simulated seconds that show whether a result is still that of the simulation. */
const SIZES = [
  { rate: 100, hours: 2, sample: 20 },
  { rate: 1000, hours: 1, sample: 5 },
  { rate: 10_000, hours: 1, sample: 1 },
] as const
/** What waits in this design does not fit into memory for longer at the largest size. */
const SHORTER = { design: 'before', rate: 10_000, hours: 1 / 20 }

const ROWS = [
  { design: 'before', endpoints: 'hang' },
  { design: 'grouped', endpoints: 'hang' },
  { design: 'after', endpoints: 'hang' },
  { design: 'before', endpoints: 'fail' },
  { design: 'grouped', endpoints: 'fail' },
  { design: 'after', endpoints: 'fail' },
] as const
const SEED = 1
const FILE = new URL('results.json', import.meta.url)

const Result = v.strictObject({
  /** Seconds of which 99 % of the others' deliveries and answers take at most so many, beside the bad tenant and alone. */
  delivered: v.number(),
  answered: v.number(),
  deliveredAlone: v.number(),
  answeredAlone: v.number(),
  waiting: v.number(),
  inFlight: v.number(),
  /** The part that was full first, and since which second. */
  full: v.nullable(v.strictObject({ part: v.string(), second: v.number() })),
  hours: v.number(),
  sample: v.string(),
})
const Results = v.pipe(v.string(), v.parseJson(), v.record(v.string(), Result))
type Result = v.InferOutput<typeof Result>
type Cell = (typeof ROWS)[number] & (typeof SIZES)[number]

/** The results for all cells of the table that were simulated, by `keyOf`. */
export function storedResults(): Readonly<Record<string, Result>> {
  return v.parse(Results, readFileSync(FILE, 'utf8'))
}

/** The small sizes first, which take minutes. */
export const CELLS: readonly Cell[] = SIZES.flatMap((size) => ROWS.map((row) => ({ ...row, ...size })))

export function keyOf({ design, endpoints, rate }: Cell): string {
  return `${design} ${endpoints} ${rate}`
}

/** Simulates the first seconds of a cell: another result means that the stored one is not that of the simulation. */
export function sampleOf({ sample, ...cell }: Cell): string {
  const { delivery, answer, badAttempts, backlog } = simulated(cell, { seed: SEED, seconds: sample })
  return JSON.stringify([delivery.count, delivery.mean, answer.count, answer.mean, badAttempts, backlog])
}

/**
 * Simulates each cell whose stored result is not that of the simulation, or is of fewer hours, and stores the results. All of them take
 * about half an hour. `mostHours` shortens them.
 */
export function updateResults(mostHours: number, onProgress: (line: string) => void): void {
  const results: Record<string, Result> = { ...storedResults() }
  const known = new Map<string, Simulated>()
  for (const cell of CELLS) {
    const sample = sampleOf(cell)
    const isShorter = cell.design === SHORTER.design && cell.rate === SHORTER.rate
    const hours = Math.min(mostHours, isShorter ? SHORTER.hours : cell.hours)
    const stored = results[keyOf(cell)]
    if (stored?.sample === sample && stored.hours >= hours) continue
    const run = { seed: SEED, seconds: hours * 3600 }
    const beside = simulated(cell, run)
    const key = `${cell.design} ${cell.rate} ${hours}`
    const alone = known.get(key) ?? simulated({ ...cell, endpoints: undefined }, run)
    known.set(key, alone)
    results[keyOf(cell)] = {
      delivered: p99(beside.delivery),
      answered: p99(beside.answer),
      deliveredAlone: p99(alone.delivery),
      answeredAlone: p99(alone.answer),
      waiting: beside.backlog.deliveries,
      inFlight: beside.mostInFlight,
      full: beside.saturated[0] ?? null,
      hours,
      sample,
    }
    onProgress(`${keyOf(cell)}: ${JSON.stringify(results[keyOf(cell)])}`)
    writeFileSync(FILE, `${JSON.stringify(results, undefined, 2)}\n`)
  }
}

function simulated(
  { design, endpoints, rate }: Pick<Cell, 'design' | 'rate'> & { readonly endpoints: Cell['endpoints'] | undefined },
  run: Run,
): Simulated {
  return simulate(scenarioOf(workloadAt(rate), DESIGNS[design], { ...run, ...(endpoints && { endpoints }) }))
}

function p99(histogram: Simulated['delivery']): number {
  return Number((histogram.at(0.99) / 1000).toPrecision(2))
}

/** Returns the table of docs/scale.md in Markdown, from the stored results. */
export function simulationTable(): string {
  const results = storedResults()
  return markdownTable(
    ['Design', 'Endpoints', ...SIZES.map(({ rate, hours }) => `${formatted(rate)} a second, ${hours} h`)],
    ROWS.map((row) => [
      row.design,
      row.endpoints === 'hang' ? 'hang' : 'fail at once',
      ...SIZES.map((size) => {
        const cell = { ...row, ...size }
        const result = results[keyOf(cell)]
        return result ? textOf(cell, result) : ''
      }),
    ]),
  )
}

function textOf(cell: Cell, { delivered, deliveredAlone, waiting, inFlight, full, hours }: Result): string {
  const times = delivered / deliveredAlone
  return [
    `${formatted(delivered)} s${hours < cell.hours ? ` after ${formatted(hours * 60)} min` : ''}, ${times < 1.05 ? 'as alone' : `${formatted(times)} times alone`}`,
    `${formatted(waiting)} wait`,
    `${formatted(inFlight)} in flight`,
    full ? `${full.part} full after ${formatted(full.second)} s` : 'nothing full',
  ].join('; ')
}
