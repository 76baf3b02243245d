import type { Flow } from '../flow.ts'
import { inboundFlows } from './inbound.ts'
import { outcomeFlows } from './outcomes.ts'
import { replayFlows } from './replays.ts'
import { requestFlows } from './requests.ts'
import { routingFlows } from './routing.ts'
import { turnFlows } from './turns.ts'
import { windowFlows } from './windows.ts'

/** All flows. */
export const flows: readonly Flow[] = [
  ...inboundFlows,
  ...outcomeFlows,
  ...routingFlows,
  ...requestFlows,
  ...replayFlows,
  ...windowFlows,
  ...turnFlows,
]
