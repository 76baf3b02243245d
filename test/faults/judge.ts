import { endpointViolations } from './endpoint-violations.ts'
import type { Flow, World } from './flow.ts'
import { differences, settledLines, stateLines } from './lines.ts'
import type { State } from './state.ts'

/** How what there is differs from what the flow must come to. */
export function unsettled(flow: Flow, world: World, state: State): string[] {
  return differences(settledLines(flow.settled(world)), stateLines(state, world))
}

/** Everything that does not hold, when nothing happens any more. `deadLetters` are the bodies of all of them. */
export function judge(flow: Flow, world: World, state: State, deadLetters: readonly string[]): string[] {
  const { marks } = world.tenant
  const mine = deadLetters.filter((body) => marks.some((mark) => body.includes(mark)))
  const exhausted = state.deliveries
    .filter(({ item }) => item.status === 'failed' && item.exhausted)
    .map(({ item }) => item.id)
  return [
    ...unsettled(flow, world, state),
    ...endpointViolations(world, state.deliveries),
    ...exhausted
      .filter((id) => !mine.some((body) => body.includes(id)))
      .map((id) => `${id} is exhausted, but no dead letter`),
    ...mine
      .filter((body) => !exhausted.some((id) => body.includes(id)))
      .map((body) => `a dead letter too many: ${body}`),
  ]
}
