import type { ReplayBody } from './proof-test.ts'

/** What a person chose for calls without a recorded result: for any tool, and for single tools by their names. */
export interface ChosenTools {
  readonly any: 'recorded' | 'live_read_only' | 'stop'
  readonly own: Readonly<
    Record<string, { readonly kind: ChosenTools['any'] | 'any' | 'result'; readonly text: string }>
  >
}

/** Returns `tools` of a replay. A result is JSON if it can be read as JSON, else a text. */
export function toolsOf({ any, own }: ChosenTools): ReplayBody['tools'] {
  const chosen = Object.entries(own).flatMap(([name, { kind, text }]) =>
    kind === 'any' ? [] : [[name, kind === 'result' ? { result: readValue(text) } : kind] as const],
  )
  if (chosen.length === 0 && any !== 'stop') return any
  return { ...Object.fromEntries(chosen), '*': any }
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
