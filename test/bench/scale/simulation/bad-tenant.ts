import { DESIGNS } from '../design.ts'
import type { Workload } from '../workload.ts'
import { type BadTenant, type Run, scenarioOf } from './scenario.ts'
import { type Simulated, simulate } from './simulate.ts'

const ENDPOINTS: readonly (BadTenant['endpoints'] | undefined)[] = [undefined, 'hang', 'fail']

/** Prints, for each design, how long other organisations wait alone and beside a bad tenant, and what saturates first. */
export function printBadTenant(workload: Workload, run: Run): void {
  for (const [name, design] of Object.entries(DESIGNS)) {
    let alone: Simulated | undefined
    const rows = ENDPOINTS.map((endpoints) => {
      const simulated = simulate(scenarioOf(workload, design, { ...run, ...(endpoints && { endpoints }) }))
      alone ??= simulated
      return {
        'bad tenant': endpoints ?? 'none',
        'delivered: p50 s': seconds(simulated.delivery.at(0.5)),
        'p99 s': seconds(simulated.delivery.at(0.99)),
        'times alone': ratio(simulated.delivery.at(0.99), alone.delivery.at(0.99)),
        'answered: p99 s': seconds(simulated.answer.at(0.99)),
        'times alone ': ratio(simulated.answer.at(0.99), alone.answer.at(0.99)),
        waiting: simulated.backlog.deliveries,
        'turns waiting': simulated.backlog.turns,
        'in flight': simulated.mostInFlight,
        'repeated posts': simulated.repeated.others,
        'saturated first': simulated.saturated[0]
          ? `${simulated.saturated[0].part}, ${simulated.saturated[0].second} s`
          : '',
      }
    })
    console.log(
      `\n${workload.rate} messages a second for ${run.seconds / 3600} h, design "${name}": the other organisations`,
    )
    console.table(rows)
  }
}

function seconds(milliseconds: number): number {
  return Number((milliseconds / 1000).toPrecision(2))
}

function ratio(some: number, alone: number): number {
  return Number((some / alone).toPrecision(2))
}
