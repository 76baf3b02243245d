import { endpointViolations } from './endpoint-violations.ts'
import type { Flow, World } from './flow.ts'
import { differences, expectedLines, stateLines } from './lines.ts'
import type { State } from './state.ts'

/** Returns the differences between a state and the expected final state of a flow. */
export function deviations(flow: Flow, world: World, state: State): string[] {
  return differences(expectedLines(flow.expected(world)), stateLines(state, world))
}

/** The result of one run after all processing. */
export interface Judgement {
  /** All violations. */
  readonly violations: readonly string[]
  /** Whether a message became a dead letter although its record is not exhausted: its receipts were used up. */
  readonly receiptsUsedUp: boolean
}

/** Checks one run. `deadLetters` are the bodies of all dead letters. */
export function judge(flow: Flow, world: World, state: State, deadLetters: readonly string[]): Judgement {
  const { marks } = world.tenant
  const mine = deadLetters.filter((body) => marks.some((mark) => body.includes(mark)))
  const exhausted = state.deliveries
    .filter(({ item }) => item.status === 'failed' && item.exhausted)
    .map(({ item }) => item.id)
  const tooMany = mine.filter((body) => !exhausted.some((id) => body.includes(id)))
  const violations = [
    ...deviations(flow, world, state),
    ...endpointViolations(world, state.deliveries),
    ...exhausted
      .filter((id) => !mine.some((body) => body.includes(id)))
      .map((id) => `${id} is exhausted, but not a dead letter`),
    ...tooMany.map((body) => `an unexpected dead letter: ${body}`),
  ]
  return { violations, receiptsUsedUp: tooMany.length > 0 }
}
