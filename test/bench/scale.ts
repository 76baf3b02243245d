import { DESIGNS } from './scale/design.ts'
import { usesOf } from './scale/model.ts'
import { monthOf } from './scale/month.ts'
import { cellsOf, formatted, pageTables, percent } from './scale/page.ts'
import { printBadTenant } from './scale/simulation/bad-tenant.ts'
import { simulationTable, updateResults } from './scale/simulation/table.ts'
import { DEFAULT_WORKLOAD, isWorkloadName, type Workload, workloadAt } from './scale/workload.ts'

/** Options that are no numbers of the workload, and their defaults. 0 batches: as many as the workload needs. */
const RUN = { hours: 1, seed: 1, batches: 0, 'batch-size': 0 }

/**
 * Prints what a workload uses of every quota, the cells that it requires, and its cost:
 * `npm run bench -- scale [--rate 10000] [--answered 0.3] … [--design before]`.
 * `scale simulate` adds a bad tenant to hours of this traffic, in each design. `scale check` runs one scenario in the simulation
 * and in the embedded cloud. `scale page` prints the tables of docs/scale.md, and `scale simulate page` that of the simulation, after it
 * has simulated what changed: `scale simulate page [most hours]`.
 */
export async function run([first = '', ...others]: readonly string[]): Promise<void> {
  switch (first) {
    case 'page':
      for (const table of Object.values(pageTables())) console.log(`\n${table}`)
      return
    case 'simulate': {
      if (others[0] === 'page') {
        updateResults(Number(others[1] ?? Number.POSITIVE_INFINITY), (line) => console.log(line))
        console.log(`\n${simulationTable()}`)
        return
      }
      const { workload, hours, seed, batches, 'batch-size': batchSize } = readOptions(others)
      const capacity = { ...(batches > 0 && { batches }), ...(batchSize > 0 && { batchSize }) }
      printBadTenant(workload, { seconds: hours * 3600, seed, capacity })
      return
    }
    case 'check': {
      const { check } = await import('./scale/check/check.ts')
      return await check()
    }
    default:
      printUses(readOptions(first === '' ? [] : [first, ...others]))
  }
}

function printUses({ workload, name }: ReturnType<typeof readOptions>): void {
  const design = DESIGNS[name]
  const uses = usesOf(workload, design)
  console.log(`\nUse of quotas, design "${name}"`)
  console.table(workload)
  console.table(
    uses.map(({ quota, amount, share }) => ({
      quota: quota.name,
      default: formatted(quota.value),
      used: formatted(amount),
      share: percent(share),
      raise: quota.raise,
    })),
  )
  for (const [quotas, { count, boundBy }] of Object.entries(cellsOf(uses)))
    console.log(`Cells ${quotas}: ${count}, bound by "${boundBy}"`)
  console.log('\nUSD a month, if this rate holds all day')
  const month = Object.entries(monthOf(workload, design))
  console.table(Object.fromEntries(month.map(([part, usd]) => [part, formatted(usd)])))
}

/** @throws Error that names the options, for one that does not exist or has no number */
function readOptions(args: readonly string[]) {
  const numbers: Record<string, number> = {}
  const run = { ...RUN }
  let name: keyof typeof DESIGNS = 'after'
  for (let at = 0; at < args.length; at += 2) {
    const option = args[at]?.replace(/^--/, '') ?? ''
    const value = args[at + 1] ?? ''
    const isNumber = value !== '' && Number(value) >= 0
    if (option === 'design' && isDesign(value)) name = value
    else if (isRunName(option) && isNumber) run[option] = Number(value)
    else if (isWorkloadName(option) && isNumber) numbers[option] = Number(value)
    else
      throw new Error(
        `--${option} ${value}: expected --design ${Object.keys(DESIGNS).join('|')}, or a number for one of ${[
          ...Object.keys(DEFAULT_WORKLOAD),
          ...Object.keys(RUN),
        ].join(', ')}`,
      )
  }
  const workload: Workload = { ...workloadAt(numbers.rate ?? DEFAULT_WORKLOAD.rate), ...numbers }
  return { workload, name, ...run }
}

function isRunName(name: string): name is keyof typeof RUN {
  return name in RUN
}

function isDesign(name: string): name is keyof typeof DESIGNS {
  return name in DESIGNS
}
