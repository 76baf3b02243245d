import type { OfferedTool } from './text-call.ts'

/** A call in the form of ReAct, and the text before it that is no thought. */
interface ReactCall {
  readonly before: string
  readonly call: string
}

const ACTION = /^[ \t*#-]{0,6}action:[ \t*`]{0,4}([\w.-]{1,80})/im
const OBSERVATION = /\n[ \t*]{0,6}observation:/i
const THOUGHT = /^[\s*#-]{0,6}(?:thought|question):/i

/**
 * Returns the first call of a text in the form of ReAct: `Thought: …`, `Action: name`, `Action Input: {…}`. What the model
 * writes behind it, such as an observation, is invented. Returns undefined if no action names an offered tool.
 */
export function reactCall(text: string, tools: readonly OfferedTool[]): ReactCall | undefined {
  const action = ACTION.exec(text)
  if (!action || !tools.some(({ name }) => name === action[1])) return undefined
  const behind = text.slice(action.index + action[0].length)
  const end = behind.search(OBSERVATION)
  const before = text.slice(0, action.index)
  return {
    before: THOUGHT.test(before) ? '' : before,
    call: `${action[1]} ${end === -1 ? behind : behind.slice(0, end)}`,
  }
}
