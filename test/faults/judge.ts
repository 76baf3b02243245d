import { endpointViolations } from './endpoint-violations.ts'
import type { Flow, World } from './flow.ts'
import { differences, settledLines, stateLines } from './lines.ts'
import type { State } from './state.ts'

/** How what there is differs from what the flow must come to. */
export function unsettled(flow: Flow, world: World, state: State): string[] {
  return differences(settledLines(flow.settled(world)), stateLines(state, world))
}

/** What came of one run, when nothing happens any more. */
export interface Judgement {
  /** Everything that does not hold. */
  readonly violations: readonly string[]
  /** Whether a message became a dead letter although its record awaits more: its receipts were used up. */
  readonly usedUp: boolean
}

/** `deadLetters` are the bodies of all of them. */
export function judge(flow: Flow, world: World, state: State, deadLetters: readonly string[]): Judgement {
  const { marks } = world.tenant
  const mine = deadLetters.filter((body) => marks.some((mark) => body.includes(mark)))
  const exhausted = state.deliveries
    .filter(({ item }) => item.status === 'failed' && item.exhausted)
    .map(({ item }) => item.id)
  const tooMany = mine.filter((body) => !exhausted.some((id) => body.includes(id)))
  const violations = [
    ...unsettled(flow, world, state),
    ...endpointViolations(world, state.deliveries),
    ...exhausted
      .filter((id) => !mine.some((body) => body.includes(id)))
      .map((id) => `${id} is exhausted, but no dead letter`),
    ...tooMany.map((body) => `a dead letter too many: ${body}`),
  ]
  return { violations, usedUp: tooMany.length > 0 }
}
