import { uniqueCallIds } from '../../../agents/models/own-call-ids.ts'
import type { StepCall, StepMessage } from '../../../agents/models/step-messages.ts'
import { validateArguments } from '../../tools/validate-arguments.ts'
import type { OfferedTool, TextCall } from './text-call.ts'

/**
 * Returns the calls that a model wrote as text as calls of a step, with ids that no earlier step has. Returns none if a
 * tool is unknown or the arguments of one are invalid.
 */
export function runnableCalls(
  calls: readonly TextCall[],
  tools: readonly OfferedTool[],
  messages: readonly StepMessage[],
): StepCall[] {
  const taken = messages.flatMap((message) => ('toolCalls' in message ? message.toolCalls.map(({ id }) => id) : []))
  const ids = uniqueCallIds(
    calls.map(() => ''),
    new Set(taken),
  )
  const runnable = calls.flatMap(({ name, args }, index) => {
    const tool = tools.find((each) => each.name === name)
    const valid = tool && validateArguments(tool.parameters, args).args
    return valid ? [{ id: ids[index] ?? '', name, args: valid }] : []
  })
  return runnable.length === calls.length ? runnable : []
}
