import { isObject, type JsonObject, parseJson } from '@replywright/contract/json.ts'

export interface Answer {
  /** The text for the customer, without markup; `''` if nothing remains. */
  readonly text: string
  /** Whether the model wrote a tool call as text, which runs no tool. */
  readonly hasCall: boolean
}

const THOUGHTS = /<(think|thinking|reasoning)>[\s\S]*?(?:<\/\1>|$)/gi
/** Tool calls and their results as models write them: Hermes and Qwen, Llama, Claude, Mistral and DeepSeek. */
const CALLS = [
  /<((?:antml:)?(?:tool_calls?|tool_use|tool_code|tool_response|tool_result|function_calls?|function_results?|function|invoke))\b[^>]*>[\s\S]*?(?:<\/\1>|$)/gi,
  /(?:<[|｜](?:python_tag|tool[^|｜>]*)[|｜]>|\[TOOL_CALLS\])[\s\S]*$/gi,
]
/** Our marks (`build-history.ts`, `as-data.ts`, `step-messages.ts`), those of earlier releases, and control tokens. */
const MARKS = [
  /<\/?customer_message>|<data from="[^">]*">|<\/data>/gi,
  /\[(?:buttons: [^\]\n]*|file [\w.+-]+\/[\w.+-]+|template “[^”\n]*”|A human colleague wrote:|Message without text\.|Start of the conversation\.)\]/g,
  // The facts of the prompt (`system-prompt.ts`), which people would write in another way.
  /^It(?:['’]s| is) \w+day, \d{4}-\d\d-\d\dT\d\d:\d\d UTC\.?[ \t]*\n?|^The customer's name(?:, as given by the customer)?: .*\n?/gm,
  /<[|｜][\w▁ ]{1,40}[|｜]>|\[\/?INST\]|<\/?s>/g,
]

/** Returns the text of a model's response without what a customer must not see. `tools` are the names of its tools. */
export function readAnswer(said: string, tools: readonly string[]): Answer {
  const spoken = said.replaceAll(THOUGHTS, '')
  const withoutCalls = CALLS.reduce((text, call) => text.replaceAll(call, ''), spoken)
  const text = MARKS.reduce((rest, mark) => rest.replaceAll(mark, ''), withoutCalls)
  if (isBareCall(text, tools)) return { text: '', hasCall: true }
  return { text: text === said ? said : text.trim(), hasCall: withoutCalls !== spoken }
}

/** Returns whether a text is only a call, as JSON or as `name(…)`. */
function isBareCall(text: string, tools: readonly string[]): boolean {
  const bare = text
    .trim()
    .replace(/^```\w*\n([\s\S]*)\n```$/, '$1')
    .trim()
  const [, called = ''] = /^([\w-]+)\([\s\S]*\)$/.exec(bare) ?? []
  if (tools.includes(called)) return true
  const calls = [parseJson(bare)?.value].flat()
  return calls.some((call) => isObject(call) && tools.some((name) => isCallOf(call, name)))
}

function isCallOf(call: JsonObject, name: string): boolean {
  const { function: called } = call
  return [call.name, call.tool, isObject(called) ? called.name : called].includes(name)
}
